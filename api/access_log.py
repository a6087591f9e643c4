"""The server's line for each request, without the query: it holds check codes and names."""

from __future__ import annotations

import logging

LOGGERS = ("uvicorn.access", "gunicorn.access")


class WithoutQuery(logging.Filter):
    """Cuts the query off every address in a record's arguments."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(_path(part) for part in record.args)
        return True


def _path(part: object) -> object:
    return part.partition("?")[0] if isinstance(part, str) and part.startswith("/") else part


_FILTER = WithoutQuery()


def keep_queries_out() -> None:
    """From now on; called once the server has set up its log."""
    for name in LOGGERS:
        logging.getLogger(name).addFilter(_FILTER)
