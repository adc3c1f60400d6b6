"""Tests the command `assay` of the package for Python: its output and exit status."""

import base64
import gzip
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "packages")]
from laid import lay  # noqa: E402
from tap import finish, is_eq, ok, skip  # noqa: E402

DEMO = os.path.abspath(os.path.join(os.environ.get("BUILD", "build"), "demo.db"))


def assay(*arguments, **options):
    """Runs the command `assay`. Returns its exit status, and its output and errors as one
    text."""
    done = subprocess.run([sys.executable, "-m", "assay_sqlite", *arguments], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    return done.returncode, done.stdout


def script(db, name):
    with open(assay_sqlite.sql_path(name), encoding="utf-8") as file:
        db.executescript(file.read())


def history(path, settings=None):
    db = assay_sqlite.connect(path, settings)
    script(db, "schema.sql")
    script(db, "views.sql")
    names = ("coverage", "source_quality", "agreement", "verification", "recency")
    for number, score in enumerate((0.7, 0.6, 0.8), 1):
        assay_sqlite.record_round(db, 1, number, {
            **dict.fromkeys(names, score), "recent_sources": 12,
            "critical_contradictions": 0}, as_of="2026-02-01")
    return db


def test_report(folder):
    status, printed = assay("report", "stop_policy", DEMO)
    is_eq((status, printed.split("\n")[0][:11]), (0, "STOP POLICY"), "a report")
    _, few = assay("report", "stability", DEMO, "rows=1")
    ok(len(few.split("\n")) < len(assay("report", "stability", DEMO)[1].split("\n")),
       "a report with a parameter")
    status, printed = assay("report", "stop_policy", DEMO, "rubric=no=body")
    ok(status == 2 and "no=body" in printed, "a report that refuses has status 2",
       printed)
    is_eq(assay("report", "stop_policy", os.path.basename(DEMO), "rubric=research",
                cwd=os.path.dirname(DEMO))[0], 0, "a file of this folder, by a rubric")
    status, printed = assay("report", "stpo_policy", DEMO)
    ok(status == 2 and printed.startswith("assay: report: name must be one of accept")
       and "lists" not in printed, "an unknown report")
    known = set(printed.partition("one of ")[2].partition(", got")[0].split(", "))
    reports = os.path.join(folder, "assay_sqlite", "sql", "reports")
    texts = {name[:-4]: open(os.path.join(reports, name), encoding="utf-8").read()
             for name in os.listdir(reports) if name.endswith(".sql")}
    parts = {name for name in texts if any(
        f"\n.read sql/reports/{name}.sql" in text for text in texts.values())}
    is_eq(known, set(texts) - parts - {"by_rubric"},
          "files that other reports read are no reports")
    is_eq(assay("report", "stop_policy", os.path.join(folder, "none.db")),
          (2, f"assay: {folder}/none.db: no such file\n"), "a file that does not exist")
    ok(not os.path.exists(os.path.join(folder, "none.db")),
       "the missing file is not made")
    status, printed = assay("report", "stop_policy", __file__)
    is_eq((status, printed), (2, "assay: file is not a database\n"),
          "a file that is no database")
    empty = dict(os.environ, PATH=folder)
    is_eq(assay("report", "stop_policy", DEMO, env=empty)[1],
          "assay: this needs the sqlite3 shell, which is not here (Debian: sqlite3)\n",
          "without the shell the error says what to install")
    awkward = os.path.join(folder, "a b'c\"d.db")
    shutil.copy(DEMO, awkward)
    is_eq(assay("report", "stop_policy", awkward)[0], 0,
          "a file name with odd characters")
    from assay_sqlite.__main__ import _dot
    done = subprocess.run(["sqlite3"], input=_dot("print", 'a "b" c\\d\'e') + "\n",
                          stdout=subprocess.PIPE, text=True)
    is_eq(done.stdout, 'a "b" c\\d\'e\n', "the shell reads a quoted text back")
    is_eq(assay("shell", awkward, input="SELECT tier_of(0.9);\n"), (0, "Elite\n"),
          "assay is loaded in the shell")


def test_contract(folder):
    path = os.path.join(folder, "bound.db")
    db = history(path, {"evaluation": {"deep_research": {"patience": 2}}})
    script(db, "contract.sql")
    epoch = db.execute("SELECT CAST(hash AS INTEGER) FROM contract").fetchone()[0]
    status, printed = assay("report", "stop_policy", path)
    ok("Patience 2" in printed and f"is bound to the settings {epoch}:" in printed,
       "a report uses the contract of the file, and says so")
    ok("Patience 1" in assay("report", "stop_policy", path, "--no-contract")[1],
       "--no-contract ignores the contract")
    ask = "SELECT assay_setting('evaluation.deep_research.patience');\n"
    ok(assay("shell", path, input=ask)[1].endswith("\n2\n"),
       "the shell uses the contract, too")
    ok("ok    contract" in assay("check", path)[1],
       "check says that the contract is used")
    db.execute("UPDATE contract SET settings = 'a: 1'")
    db.commit()
    status, printed = assay("check", path)
    ok(status == 1 and "LOOK  contract  assay_require: hash must be" in printed,
       "check notices a contract whose settings were changed")


def test_check(folder):
    path = os.path.join(folder, "check.db")
    db = history(path)
    status, printed = assay("check", path)
    is_eq((status, printed.split("\n")), (0, [
        "ok    contract  none: the built-in settings are in force",
        "ok    schema    1 runs, 3 rounds, and the views",
        "ok    data      every value that is there can be used",
        "ok    keys      0 rows of runs that are not there", ""]),
          "check finds nothing wrong")
    assay_sqlite.record_round(db, 2, 1, None)
    is_eq(assay("check", path)[0], 0, "check accepts a round without evidence")
    script(db, "judged.sql")
    status, printed = assay("check", path)
    ok(status == 1 and "\nLOOK  judged    2 runs are due: read refresh" in printed, "due")
    script(db, "refresh_judged.sql")
    is_eq(assay("check", path)[0], 0, "after a refresh no run is due")
    assay_sqlite.record_round(db, 1, 4, {"coverage": 9.5, "recency": "n/a"})
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute("INSERT INTO rounds(run_id, round) VALUES (9, 1), (9, 2)")
    db.commit()
    status, printed = assay("check", path)
    for line in ("LOOK  data      coverage: 1 above 1, as '9.5'",
                 "LOOK  data      recency: 1 not a number, as 'n/a'",
                 "LOOK  keys      2 rows of runs that are not there"):
        ok(status == 1 and f"\n{line}\n" in printed, line)
    more = {"recency": -1, "agreement": "x" * 30, "verification": 2, "coverage": -1,
            "recent_sources": 1.5, "critical_contradictions": -1}
    assay_sqlite.record_round(db, 1, 5, more, [{"source": "s", "published": "soon"}])
    kinds = [line for line in assay("check", path)[1].split("\n") if "LOOK  data" in line]
    is_eq((len(kinds), kinds[-2:]), (10, [
        "LOOK  data      and 1 kinds more",
        "LOOK  data      the likely cures: assay report data_quality FILE"]),
          "check shows eight kinds of what can't be read")
    ok(f"LOOK  data      agreement: 1 not a number, as {'x' * 20!r}" in kinds,
       "and the beginning of a value", kinds)
    db.execute("DELETE FROM sources")
    db.commit()
    ok("kinds more" not in assay("check", path)[1], "of eight kinds no more are named")
    with open(os.path.join(folder, "stderr"), "w+", encoding="utf-8") as said:
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([sys.executable, "-m", "assay_sqlite", "check", DEMO],
                              stdout=writing, stderr=said, check=False)
        os.close(writing)
        said.seek(0)
        is_eq((done.returncode, said.read()), (2, ""),
              "if `head` closes the pipe, the command ends without a message")
    is_eq(len(assay("check", DEMO)[1].split("\n")) <= 25, True,
          "check of the demo fits on one screen")
    bare = os.path.join(folder, "bare.db")
    sqlite3.connect(bare).execute("CREATE TABLE runs(run_id)")
    ok("LOOK  schema    no such table: rounds" in assay("check", bare)[1], "no schema")


def test_upgrade(folder):
    """The file's tables and views are of an old version (epoch 1). `assay` says so,
    upgrades the file, and then treats it like any other file."""
    path = os.path.join(folder, "old.db")
    with open(os.path.join(HERE, "..", "upgrade", "epoch_1.dump")) as dump:
        sqlite3.connect(path).executescript(dump.read())
    status, printed = assay("check", path)
    ok(status == 1 and "views are of epoch 2 or earlier: assay upgrade FILE" in printed,
       "check says what to do with an old file")
    status, printed = assay("upgrade", path)
    is_eq(status, 0, "assay upgrade succeeds")
    ok("LOOK  schema" not in assay("check", path)[1], "once")
    is_eq(assay("report", "stop_policy", path)[0], 0,
          "after the upgrade reports can read the file")


def test_lab(folder):
    is_eq(assay("lab", DEMO), (2, "assay: lab: this package was made without the page: "
                               "`make lab`, then `make wheel`\n"), "without the page")
    page = '<p>\n<script type="application/octet-stream" id="demo">H4s=</script>\n</p>\n'
    with open(os.path.join(folder, "assay_sqlite", "lab.html"), "w") as file:
        file.write(page)
    path = os.path.join(folder, "a&b.db")
    db = history(path)
    db.execute("PRAGMA journal_mode = WAL")
    assay_sqlite.record_round(db, 2, 1, None)
    written = os.path.join(folder, "a&b.html")
    is_eq(assay("lab", path), (0, written + "\n"), "the page is written beside the file")
    with open(written, encoding="utf-8") as file:
        before, _, rest = file.read().partition(' data-name="a&amp;b.db">')
    is_eq(before + ">H4s=" + rest[rest.index("<"):], page, "the page names the file")
    with open(os.path.join(folder, "inside.db"), "wb") as file:
        file.write(gzip.decompress(base64.b64decode(rest[:rest.index("<")])))
    inside = sqlite3.connect(os.path.join(folder, "inside.db"))
    is_eq(inside.execute("SELECT count(*), journal_mode FROM rounds, pragma_journal_mode")
          .fetchone(), (4, "delete"),
          "the page has the rounds that were still in the log")
    is_eq(assay("lab", path)[0], 0, "the page can be written again")
    own = os.path.join(folder, "own.html")
    with open(own, "w") as file:
        file.write("mine")
    is_eq((assay("lab", path, "-o", own)[0], open(own).read()), (2, "mine"),
          "a file of the user is not overwritten")
    nowhere = os.path.join(folder, "nowhere", "page.html")
    status, printed = assay("lab", path, "-o", nowhere)
    ok(status == 2 and printed.startswith("assay: [Errno "),
       "a folder that does not exist is an error without a traceback", printed)


def test_terminal(folder):
    """On a terminal, a command shows its progress if it takes longer than a second."""
    try:
        import pty
        terminal, other = pty.openpty()
    except (ImportError, OSError) as problem:
        skip("progress", f"no terminal here: {problem}")
        return
    slow = os.path.join(folder, "slow")
    os.mkdir(slow)
    with open(os.path.join(slow, "sqlite3"), "w") as file:
        file.write("#!/bin/sh\nsleep 1.4\necho done\n")
    os.chmod(os.path.join(slow, "sqlite3"), 0o755)
    environment = dict(os.environ, PATH=slow + os.pathsep + os.environ["PATH"])
    command = [sys.executable, "-m", "assay_sqlite", "report", "stop_policy", DEMO]
    done = subprocess.run(command, stderr=other, stdout=subprocess.PIPE, env=environment)
    os.close(other)
    is_eq(done.stdout, b"done\n", "standard output has only the report")
    said = os.read(terminal, 1000)
    os.close(terminal)
    ok(b"demo.db: 1 s" in said and said.endswith(b"\r\x1b[K"), f"progress: {said!r}")


def main():
    global assay_sqlite
    with tempfile.TemporaryDirectory() as folder:
        lay(folder)
        import assay_sqlite
        test_report(folder)
        test_contract(folder)
        test_check(folder)
        test_upgrade(folder)
        test_lab(folder)
        test_terminal(folder)
        is_eq(assay("sql", "views.sql"),
              (0, os.path.join(folder, "assay_sqlite", "sql", "views.sql") + "\n"),
              "assay sql prints the path of a file")
    return finish()


sys.exit(main())
