"""Tests the wheel in an environment without other packages. wheel.sh runs it."""

import os
import pathlib
import sqlite3
import sys
import warnings

import assay_sqlite
from assay_sqlite import remote
from environment import is_eq, throws

VERSION = sys.argv[1]
PATIENT = {"evaluation": {"deep_research": {"patience": 2}}}


def value(db, sql, *arguments):
    return db.execute(sql, arguments).fetchone()[0]


is_eq(assay_sqlite.__version__, VERSION, "the package has the version")
db = assay_sqlite.connect(":memory:")
is_eq(value(db, "SELECT assay_version()"), VERSION, "the extension has the version")
is_eq(value(db, "SELECT tier_of(0.75)"), "High", "connect() has the functions")
throws(lambda: db.load_extension(assay_sqlite.loadable_path()), sqlite3.OperationalError,
       "not authorized", "loading is switched off afterwards")
is_eq(assay_sqlite.load(db), None, "a second load does nothing")
is_eq(value(assay_sqlite.connect(pathlib.Path("new.db")), "SELECT tier_of(0.9)"),
      "Elite", "connect() takes a Path")

patience = "SELECT value FROM assay_settings WHERE key LIKE '%.patience'"
is_eq(value(assay_sqlite.connect(":memory:", PATIENT), patience), 2,
      "settings may be a mapping")
with open("settings.yaml", "w") as file:
    file.write("evaluation: {deep_research: {patience: 3}}\n")
for settings in "settings.yaml", pathlib.Path("settings.yaml"):
    plain = sqlite3.connect(":memory:")
    assay_sqlite.load(plain, settings)
    is_eq(value(plain, patience), 3, f"or a file, named by a {type(settings).__name__}")
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assay_sqlite.connect(":memory:", {"evaluation": {"deep_research": {"paitence": 2}}})
is_eq([str(w.message).split(";")[0] for w in caught],
      ["evaluation.deep_research.paitence is not a setting"], "a misspelt key warns")
is_eq([os.path.basename(w.filename) for w in caught], ["wheel_bare.py"],
      "of the line that called connect()")
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assay_sqlite.load(sqlite3.connect(":memory:"),
                      {"evaluation": {"deep_research": {"paitence": 2}}})
is_eq([os.path.basename(w.filename) for w in caught], ["wheel_bare.py"], "or load()")
throws(lambda: assay_sqlite.connect(":memory:", "nowhere.yaml"), sqlite3.OperationalError,
       "nowhere.yaml: cannot be read: No such file", "no file is an error")

is_eq(os.path.isfile(assay_sqlite.sql_path("reports/stability.sql")), True,
      "sql_path() finds a report")
is_eq(os.path.isdir(assay_sqlite.sql_path()), True, "or the folder")
throws(lambda: assay_sqlite.sql_path("view.sql"), FileNotFoundError,
       "sql_path: name must be one of adapters/inspect.sql, ",
       "sql_path() lists the names for a wrong one")
for name in "schema.sql", "views.sql":
    with open(assay_sqlite.sql_path(name), encoding="utf-8") as file:
        db.executescript(file.read())
is_eq(value(db, "SELECT count(*) FROM round_scores"), 0, "schema and views are plain SQL")

log = assay_sqlite.sql_path("adapters/examples/sums_small.json")
is_eq(assay_sqlite.read_inspect(log, db), 15, "read_inspect() reads a log")
is_eq(value(db, "SELECT note FROM inspect_state"), "ready", "and makes its views")

throws(lambda: remote.query("http://127.0.0.1:1", "SELECT 1"), OSError,
       "<urlopen error [Errno 111]", "remote.query() raises an error without a server")

folder = pathlib.Path(assay_sqlite.__file__).parent
is_eq((folder / "py.typed").is_file(), True, "the package is marked as typed")
throws(lambda: assay_sqlite.report(db), ImportError, "report: needs pandas and jinja2",
       "report() names the packages that it needs")

# Calls load() with an object that acts like a connection without extension loading.
throws(lambda: assay_sqlite.load(type("Closed", (), {
    "execute": lambda self, sql: db.execute("SELECT no_such()")})()),
    sqlite3.NotSupportedError, "load: this Python's sqlite3 was built without extension",
    "without extension loading there is a sentence")
