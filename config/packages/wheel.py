"""Writes the wheel: a zip with the module, the extension, the SQL, and a file list.

packages.mk sets this script's environment variables.
"""

import base64
import hashlib
import os
import re
import subprocess
import zipfile
from pathlib import Path

from archive import tree, write

HERE = Path(__file__).resolve().parent
VERSION = os.environ["VERSION"]
EXTENSION = Path(os.environ["EXTENSION"])
DIST_INFO = f"assay_sqlite-{VERSION}.dist-info"

# The wheel's name states the glibc that it needs, but at least this version.  pip knows
# names with an older glibc only on some processors.
OLDEST_GLIBC = (2, 17)
# The wheel requires the version of musl with which it was built and tested.  Symbols of
# musl have no versions, so they do not show whether an older musl would work.
MUSL = (1, 2)

# You set the home page when you publish the wheel: make wheel HOMEPAGE=URL.
HOMEPAGE = os.environ["HOMEPAGE"]
HOME = f"Home-page: {HOMEPAGE}\nProject-URL: Homepage, {HOMEPAGE}\n" if HOMEPAGE else ""

METADATA = f"""\
Metadata-Version: 2.1
Name: assay-sqlite
Version: {VERSION}
Summary: Quality gates, tiers and stop policies as SQLite functions
License: MIT
{HOME}Requires-Python: >=3.8
Provides-Extra: notebook
Requires-Dist: pandas; extra == 'notebook'
Requires-Dist: jinja2; extra == 'notebook'
Description-Content-Type: text/markdown

"""


def glibc():
    """Returns the oldest glibc that has all symbols that the extension needs."""
    symbols = subprocess.run(
        ["readelf", "--wide", "--dyn-syms", EXTENSION],
        check=True, capture_output=True, text=True,
    ).stdout
    needed = re.findall(r"@GLIBC_(\d+)\.(\d+)", symbols)
    return max([OLDEST_GLIBC, *((int(major), int(minor)) for major, minor in needed)])


def tag():
    system, machine, *libc = os.environ["PLATFORM"].split("-")
    if system == "windows":
        place = "win_" + machine.replace("x86_64", "amd64")
    elif system == "macos":
        # MACOSX_DEPLOYMENT_TARGET names the oldest macOS for which the compiler builds.
        target = os.environ.get("MACOSX_DEPLOYMENT_TARGET", "11.0")
        place = "macosx_{}_{}".format(target.replace(".", "_"), machine)
    elif libc:
        place = "musllinux_{}_{}_{}".format(*MUSL, machine)
    else:
        place = "manylinux_{}_{}_{}".format(*glibc(), machine)
    return "py3-none-" + place


def contents(wheel_tag):
    share = Path(os.environ["SHARE"]) / "assay"
    yield from tree(HERE / "python" / "assay_sqlite", "assay_sqlite/")
    yield from tree(share, "assay_sqlite/")
    yield f"assay_sqlite/{EXTENSION.name}", EXTENSION.read_bytes()
    description = (HERE / "python" / "README.md").read_text(encoding="utf-8")
    yield f"{DIST_INFO}/METADATA", (METADATA + description).encode()
    page = Path(os.environ["LAB"] + ".html")
    if page.is_file():  # `make lab` wrote this file
        yield "assay_sqlite/lab.html", page.read_bytes()
    yield f"{DIST_INFO}/entry_points.txt", (
        b"[console_scripts]\nassay = assay_sqlite.__main__:main\n"
    )
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
