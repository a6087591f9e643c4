"""A server for e-mail on a free port of this machine, which keeps what it is handed."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default


@dataclass
class Post:
    """The address of the server, and what came; `refuses` makes it refuse every recipient."""

    address: str = ""
    came: list[tuple[str, EmailMessage]] = field(default_factory=list)
    refuses: bool = False


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    post: Post


class _Handler(socketserver.StreamRequestHandler):
    server: _Server

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        to = ""
        self.say("220 test")
        while line := self.rfile.readline().decode().strip():
            command = line[:4].upper()
            if command == "QUIT":
                self.say("221 bye")
                return
            if command == "RCPT":
                to = line.partition("<")[2].rstrip(">")
                self.say("550 nobody here" if self.server.post.refuses else "250 ok")
            elif command == "DATA":
                self.say("354 go on")
                text = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    text += part[1:] if part.startswith(b"..") else part
                made = message_from_bytes(text, policy=default)
                assert isinstance(made, EmailMessage)
                self.server.post.came.append((to, made))
                self.say("250 kept")
            else:
                self.say("250 ok")


@contextmanager
def post_office() -> Iterator[Post]:
    """The server while it runs."""
    with _Server(("127.0.0.1", 0), _Handler) as server:
        post = server.post = Post(f"127.0.0.1:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield post
        finally:
            server.shutdown()
            thread.join()
