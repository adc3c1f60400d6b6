"""The clients, and how to run each client's driver."""

import glob
import os
import shutil
import subprocess
import sys

CLIENTS_FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.dirname(CLIENTS_FOLDER))
from connect import EXTENSION, connect  # noqa: E402, F401

SCRATCH = os.path.abspath(os.path.join(os.environ.get("BUILD", "build"), "clients"))

# For each kind of value that a client binds: the value that SQLite gets, as SQL.
KINDS = {"int": "12", "float": "0.8", "whole float": "1.0", "text": "'0.8'",
         "null": "NULL", "blob": "x'302e38'", "true": "1", "false": "0",
         "big int": "9007199254740993", "nan": "NULL"}
NUMPY = {"numpy int": "12", "numpy float": "0.8", "numpy bool": "1"}


class Missing(Exception):
    """A client can't run here; the message says why."""


def program(name):
    path = shutil.which(name)
    if path is None:
        raise Missing(f"no {name}")
    return path


def driver(name):
    return os.path.join(CLIENTS_FOLDER, "drivers", name)


def python(name):
    return lambda: ([os.environ.get("PYTHON", "/usr/bin/python3"), driver(name)], {})


def script(interpreter, name, *options):
    return lambda: ([program(interpreter), *options, driver(name)], {})


def node(name, package=None):
    """Returns a function whose result is the command for a Node driver. The driver runs
    under the Node that node_path.sh finds, with the packages that fetch.sh fetched."""
    def command():
        found = subprocess.run(["sh", os.path.join(CLIENTS_FOLDER, "node_path.sh")],
                               capture_output=True, text=True).stdout.strip()
        if not found:
            raise Missing("no Node with node:sqlite")
        modules = os.path.join(SCRATCH, "npm", package or "", "node_modules")
        if package is not None and not os.path.isdir(modules):
            raise Missing(f"npm's {package} could not be fetched")
        return [found, "--no-warnings", driver(name)], {"NODE_PATH": modules}
    return command


def wasm():
    """Returns the command for the WebAssembly module, which runs under any Node, because
    the module contains SQLite."""
    build = os.environ.get("BUILD", "build")
    if not os.path.exists(os.path.join(build, "lab", "assay.wasm")):
        raise Missing("no build/lab: make lab")
    return [program("node"), driver("node_wasm.mjs")], {}


def java():
    jars = glob.glob("/usr/share/java/sqlite-jdbc.jar")
    if not jars:
        raise Missing("no libxerial-sqlite-jdbc-java")
    return [program("java"), "-cp", jars[0], driver("Jdbc.java")], {}


def built(name):
    """Returns a function whose result is the command for a driver that fetch.sh
    compiled."""
    def command():
        path = os.path.join(SCRATCH, name, "battery")
        if not os.path.exists(path):
            raise Missing(f"the driver in {name} could not be built")
        return [path], {}
    return command


CLIENTS = {
    "python": python("python_sqlite3.py"),
    "apsw": python("python_apsw.py"),
    "sqlalchemy": python("python_sqlalchemy.py"),
    "pandas": python("python_pandas.py"),
    "sqlite-utils": python("python_sqlite_utils.py"),
    "better-sqlite3": node("node_better_sqlite3.js", "better-sqlite3"),
    "node": node("node_builtin.js"),
    "perl": script("perl", "perl.pl"),
    "php": script("php", "php.php", "-d",
                  "sqlite3.extension_dir=" + os.path.dirname(EXTENSION)),
    "tcl": script("tclsh", "tcl.tcl"),
    "ruby": script("ruby", "ruby.rb"),
    "jdbc": java,
    "odbc": python("python_odbc.py"),
    "r": script("Rscript", "r.R"),
    "go": built("go"),
    "rust": built("rust"),
    "libsql": node("node_libsql.js", "libsql"),
    "npm-sqlite3": node("node_sqlite3.js", "sqlite3"),
    "wasm": wasm,
}
PYTHONS = ("python", "apsw", "sqlalchemy", "pandas")  # also bind numbers of numpy


def kinds_of(client):
    return {**KINDS, **(NUMPY if client in PYTHONS else {})}
