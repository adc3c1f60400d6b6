"""Makes a folder with the package for Python, as pip would install it, for tests that
need no wheel. The files come from the sources and from the built extension."""

import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import EXTENSION  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def lay(folder):
    """Makes the package in `folder`, and lets this process and its child processes find
    it there."""
    module = os.path.join(folder, "assay_sqlite")
    shutil.copytree(os.path.join(ROOT, "config", "packages", "python", "assay_sqlite"),
                    module, ignore=shutil.ignore_patterns("__pycache__"))
    os.symlink(EXTENSION, os.path.join(module, os.path.basename(EXTENSION)))
    os.symlink(os.path.join(ROOT, "sql"), os.path.join(module, "sql"))
    with open(os.path.join(ROOT, "ext", "assay.h"), encoding="utf-8") as header:
        version = re.search('ASSAY_VERSION "(.*)"', header.read())[1]
    information = os.path.join(folder, f"assay_sqlite-{version}.dist-info")
    os.mkdir(information)
    with open(os.path.join(information, "METADATA"), "w", encoding="utf-8") as metadata:
        metadata.write(f"Metadata-Version: 2.1\nName: assay-sqlite\nVersion: {version}\n")
    os.environ["PYTHONPATH"] = folder
    sys.path.insert(0, folder)
