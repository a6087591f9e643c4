"""Copy the front-end files that the pages need out of node_modules, as package.json lists them.

Each file goes to api/static/vendor/NAME/ without the folder `dist` or `files` in which its
package keeps it, so that style sheets still find their images. Only the standard library is
used: the script runs while the environment is being made.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
TARGET = Path("api/static/vendor")
SOURCE_MAP = re.compile(r"\n?(//#|/\*#) sourceMappingURL=\S+(\s*\*/)?\s*$")


def wanted(checkout: Path) -> dict[Path, Path]:
    """Each file that the pages need: where it must lie, and where npm puts it.

    Both are relative to the checkout.
    """
    listed = json.loads((checkout / "package.json").read_text("utf-8"))["vendor"]
    pairs: dict[Path, Path] = {}
    for name, entry in listed.items():
        for file in entry["files"]:
            parts = Path(file).parts
            kept = parts[1:] if parts[0] in {"dist", "files"} else parts
            pairs[TARGET.joinpath(name, *kept)] = Path("node_modules", entry["from"], file)
    return pairs


def copy(checkout: Path) -> int:
    """Lay the files anew and return how many there are.

    Raises FileNotFoundError naming the first file that npm did not bring.
    """
    pairs = wanted(checkout)
    for source in pairs.values():
        if not (checkout / source).is_file():
            raise FileNotFoundError(f"{source} is missing: run `make setup`")
    shutil.rmtree(checkout / TARGET, ignore_errors=True)
    for target, source in pairs.items():
        (checkout / target).parent.mkdir(parents=True, exist_ok=True)
        if target.suffix in {".js", ".css"}:
            # The maps are not copied, and a pointer to nothing is a 404 in every browser's tools.
            text = SOURCE_MAP.sub("\n", (checkout / source).read_text("utf-8"))
            (checkout / target).write_text(text, "utf-8")
        else:
            shutil.copyfile(checkout / source, checkout / target)
    return len(pairs)


if __name__ == "__main__":
    try:
        print(f"{copy(CHECKOUT)} front-end files in {TARGET}")
    except FileNotFoundError as missing:
        sys.exit(str(missing))
