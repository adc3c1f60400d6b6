"""A history opened to be read, under settings that every reader has.

What sweep.py, shards.py and report.py share.  A connection reads and never writes, has
assay loaded, and has the settings loaded and required before anything else runs on it: by
their digest, so that no part of an answer comes from other numbers.  Settings come from a
file, or from the table `contract` that sql/contract.sql makes, or are the built-in ones.
"""

import glob
import os
import sqlite3
import sys
import urllib.parse
from typing import NamedTuple, Optional

HERE = os.path.dirname(os.path.abspath(__file__))

# Beside sql/ in packages and in a clone, and where `make install` and Debian put it.
PLACES = ("../../assay.*", "../../build/assay.*", "../../../../lib/sqlite3/assay.*",
          "../../../../lib/*/sqlite3/assay.*")


class Problem(Exception):
    """What ends the work, in a sentence for the user."""


# What a program says in a line and ends with; anything else is a mistake of ours.
PROBLEMS = (Problem, sqlite3.Error, sqlite3.Warning, OSError, ValueError)


def exit_status(work):
    """Runs what a program does and gives the status to end with: 0, 1 where a problem
    ended it, which is said, 130 where somebody did."""
    try:
        work()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except PROBLEMS as problem:
        print(f"{os.path.basename(sys.argv[0])}: {problem}", file=sys.stderr)
        return 1
    return 0


class Settings(NamedTuple):
    """A document for assay_load_yaml, or None for the built-in ones, and their digest."""
    text: Optional[str]
    digest: str


def quoted(name):
    """A name of a table or column as SQL has it."""
    return '"' + name.replace('"', '""') + '"'


def find_extension(path=None):
    """The extension: as named, else $ASSAY_EXTENSION, else where packages have it."""
    path = path or os.environ.get("ASSAY_EXTENSION")
    if path:
        return os.path.abspath(path)
    for place in PLACES:
        for path in glob.glob(os.path.join(glob.escape(HERE), place)):
            if path.endswith((".so", ".dylib", ".dll")):
                return os.path.normpath(path)
    raise Problem("no extension beside sql/; say where it is: --extension PATH")


def address(path, mode="ro", immutable=False):
    """The URI of a file.  A file that is not there is not made, not even by a writer."""
    return ("file:" + urllib.parse.quote(os.path.abspath(path)) + "?mode=" + mode
            + ("&immutable=1" if immutable else ""))


def open_file(path, immutable=False):
    """A connection that reads, without assay.

    A file in WAL mode has two files beside it while it is read.  Where SQLite can't make
    them it says no more than that the database is read-only.
    """
    if not os.path.exists(path):
        raise Problem(f"{path}: no such file")
    db = sqlite3.connect(address(path, immutable=immutable), uri=True,
                         isolation_level=None)
    try:
        db.execute("PRAGMA temp_store = MEMORY")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as problem:
        db.close()
        advice = ""
        if "readonly" in str(problem) or "unable to open" in str(problem):
            advice = ("; in WAL mode its folder has to be writable, or, where nobody"
                      " writes to the file, say --immutable")
        raise Problem(f"{path}: {problem}{advice}") from None
    return db


def load(db, extension, settings=None):
    """Loads assay, then the settings, which are then required."""
    if not hasattr(db, "enable_load_extension"):
        raise Problem("this Python's sqlite3 loads no extensions; use another, such as"
                      " the system's /usr/bin/python3")
    db.enable_load_extension(True)
    try:
        db.load_extension(extension)
    except sqlite3.Error as problem:
        raise Problem(f"{extension}: {problem}") from None
    finally:
        db.enable_load_extension(False)
    if settings is not None:  # settings_for() has seen what would be reported
        if settings.text is not None:
            db.execute("SELECT assay_load_yaml(?)", (settings.text,)).fetchall()
        db.execute("SELECT assay_require(?)", (settings.digest,)).fetchall()


def connect(path, extension, settings, immutable=False):
    """A connection that reads, with assay under these settings."""
    db = open_file(path, immutable)
    try:
        load(db, extension, settings)
    except BaseException:
        db.close()
        raise
    return db


def empty(extension, settings):
    """A connection to no file, for merging."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.execute("PRAGMA temp_store = MEMORY")
    load(db, extension, settings)
    return db


def contract_of(db, digest=None):
    """The settings that a file keeps: digest and text, of that digest or the newest."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table'"
                      " AND name = 'contract'").fetchone():
        return None
    return db.execute("SELECT hash, settings FROM contract WHERE ? IS NULL OR hash = ?"
                      " ORDER BY contract_id DESC LIMIT 1", (digest, digest)).fetchone()


def settings_for(path, extension, file=None, contract=None, immutable=False):
    """The settings that every reader is to have, and their digest.

    Those of a file; else of the contract that is named, 'none' being the built-in ones;
    else of the newest contract in the history; else the built-in ones.
    """
    text = digest = None
    if file is not None:
        with open(file, encoding="utf-8") as document:
            text = document.read()
    elif contract != "none":
        beside = Beside(path, immutable)
        db = open_file(path, immutable)
        kept = contract_of(db, contract)
        db.close()
        beside.tidy()
        if kept is not None:
            digest, text = kept
        elif contract is not None:
            raise Problem(f"{path}: has no contract {contract}")
    db = sqlite3.connect(":memory:", isolation_level=None)
    load(db, extension)
    # A contract has a digest, which says whether its settings are in force. It may have
    # been stored by another version, whose settings may be reported here.
    if digest is not None:
        db.execute("SELECT assay_load_yaml(?)", (text,)).fetchall()
        db.execute("SELECT assay_require(?)", (digest,)).fetchall()
    elif text is not None:
        db.execute("SELECT assay_load_yaml(?, 'strict')", (text,)).fetchall()
    digest = db.execute("SELECT assay_settings_hash()").fetchone()[0]
    db.close()
    return Settings(text, digest)


class Beside:
    """Takes away what reading a file in WAL mode has left beside it.

    SQLite does that itself when the last connection closes that may write, and only then;
    ours may not.  So one that may is opened and closed, where there was no log before and
    the one that there is now is empty.
    """

    def __init__(self, path, immutable=False):
        self.path = os.path.abspath(path)
        self.log = self.path + "-wal"
        self.ours = not immutable and not os.path.exists(self.log)

    def tidy(self):
        if not self.ours or not os.path.exists(self.log) or os.path.getsize(self.log):
            return
        try:
            db = sqlite3.connect(address(self.path, "rw"), uri=True, isolation_level=None)
            db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            db.close()
        except sqlite3.Error:
            pass  # in use by another, who will take them away
