"""archive.py FOLDER FILE.zip [MEMBER...]: packs a folder, or members of it, into a zip.

archive.sh runs this script for zip files, and wheel.py imports its functions.
"""

import os
import sys
import time
import zipfile
from pathlib import Path


def write(archive, name, data):
    epoch = max(int(os.environ["SOURCE_DATE_EPOCH"]), 315532800)  # zips begin in 1980
    member = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
    member.compress_type = zipfile.ZIP_DEFLATED
    member.create_system = 3  # Unix, because only Unix stores the mode
    member.external_attr = 0o100644 << 16
    archive.writestr(member, data)


def tree(folder, place):
    """Yields each file's name in the archive and its contents; skips the caches of Python
    and mypy."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not {"__pycache__", ".mypy_cache"} & set(path.parts):
            yield place + path.relative_to(folder).as_posix(), path.read_bytes()


def main(folder, file, *members):
    with zipfile.ZipFile(file, "w") as archive:
        if members:
            for name in sorted(members):
                write(archive, name, (Path(folder) / name).read_bytes())
        else:
            for name, data in tree(Path(folder), Path(folder).name + "/"):
                write(archive, name, data)


if __name__ == "__main__":
    main(*sys.argv[1:])
