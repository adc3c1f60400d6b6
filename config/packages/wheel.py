"""Writes the wheel: a zip of the module, the extension, the SQL, and their list.

What it needs to know comes by the environment, from packages.mk.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSION = os.environ["VERSION"]
EXTENSION = Path(os.environ["EXTENSION"])
DIST_INFO = f"assay_sqlite-{VERSION}.dist-info"

# The oldest glibc that every installer of today knows a tag for, on every processor.
OLDEST_TAG = (2, 17)

METADATA = f"""\
Metadata-Version: 2.1
Name: assay-sqlite
Version: {VERSION}
Summary: Quality gates, tiers and stop policies as SQLite functions
License: MIT
Requires-Python: >=3.8
Provides-Extra: notebook
Requires-Dist: pandas; extra == 'notebook'
Requires-Dist: jinja2; extra == 'notebook'
Description-Content-Type: text/markdown

"""


def tag():
    """What the symbols need, which is what the name of a wheel promises."""
    symbols = subprocess.run(
        ["readelf", "--wide", "--dyn-syms", EXTENSION],
        check=True, capture_output=True, text=True,
    ).stdout
    machine = os.environ["PLATFORM"].split("-")[1]
    needed = re.findall(r"@GLIBC_(\d+)\.(\d+)", symbols)
    if not needed:
        sys.exit("assay: a wheel is tagged by the glibc it needs, and this needs none")
    floor = max([OLDEST_TAG, *((int(major), int(minor)) for major, minor in needed)])
    return "py3-none-manylinux_{}_{}_{}".format(*floor, machine)


def tree(folder, place):
    """Every file of a folder: its name in the wheel and its contents."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield place + path.relative_to(folder).as_posix(), path.read_bytes()


def contents(wheel_tag):
    share = Path(os.environ["SHARE"]) / "assay"
    yield from tree(HERE / "python" / "assay_sqlite", "assay_sqlite/")
    yield from tree(share, "assay_sqlite/")
    yield "assay_sqlite/assay.so", EXTENSION.read_bytes()
    description = (HERE / "python" / "README.md").read_text(encoding="utf-8")
    yield f"{DIST_INFO}/METADATA", (METADATA + description).encode()
    yield f"{DIST_INFO}/WHEEL", (
        "Wheel-Version: 1.0\nGenerator: assay\nRoot-Is-Purelib: false\n"
        f"Tag: {wheel_tag}\n"
    ).encode()
    for name, path in (
        ("LICENSE", HERE.parent.parent / "LICENSE"),
        ("LICENSE.libyaml", HERE / "LICENSE.libyaml"),
    ):
        yield f"{DIST_INFO}/licenses/{name}", path.read_bytes()


def record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
    return f"{name},sha256={digest.decode()},{len(data)}\n"


def write(archive, name, data):
    epoch = max(int(os.environ["SOURCE_DATE_EPOCH"]), 315532800)  # a zip begins in 1980
    member = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
    member.compress_type = zipfile.ZIP_DEFLATED
    member.create_system = 3  # Unix, for the mode
    member.external_attr = 0o100644 << 16
    archive.writestr(member, data)


def main():
    wheel_tag = tag()
    folder = Path(os.environ["OUTPUT"]) / "wheel"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"assay_sqlite-{VERSION}-{wheel_tag}.whl"
    record = ""
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in contents(wheel_tag):
            write(archive, name, data)
            record += record_line(name, data)
        name = f"{DIST_INFO}/RECORD"
        write(archive, name, (record + f"{name},,\n").encode())
    subprocess.run(["sh", HERE / "describe.sh", EXTENSION, path], check=True)


main()
