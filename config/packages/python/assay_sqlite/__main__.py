"""The command `assay` (`python -m assay_sqlite`) checks, reports on and upgrades files.

    assay check research.db && assay report stop_policy research.db

Each command first loads the newest contract (stored settings) in the file, unless you add
--no-contract.  The exit status is 0 on success, 1 if `check` found a problem, 2 if the
command failed.
"""

import argparse
import base64
import gzip
import html
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from . import __version__
from ._connection import bound_to, connect, other_epoch
from ._loading import loadable_path, sql_path, statement

# Files in sql/reports that reports read; they are no reports themselves.
_PARTS = {"by_rubric", "judged", "labels", "lists", "start"}
_PAGE = Path(__file__).resolve().parent / "lab.html"
_DEMO = '<script type="application/octet-stream" id="demo">'


class _Problem(Exception):
    """A sentence that says why a command failed."""


def main(arguments: Optional[List[str]] = None) -> int:
    given = _parser().parse_args(arguments)
    warnings.showwarning = lambda message, *_: print(f"assay: {message}", file=sys.stderr)
    try:
        if getattr(given, "file", None) is not None and not os.path.isfile(given.file):
            raise _Problem(f"{given.file}: no such file")
        status = int(given.run(given))
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The program that reads the output has ended.  Python flushes stdout again at
        # exit, which must not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except (_Problem, sqlite3.Error, OSError) as problem:
        print(f"assay: {problem}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="assay", description=(__doc__ or "").partition("\n\n")[0]
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[Any], int], text: str, *files: str) -> Any:
        one = commands.add_parser(name, help=text, description=text)
        one.set_defaults(run=run)
        for file in files:
            one.add_argument(file)
        if "file" in files:
            one.add_argument(
                "--no-contract",
                action="store_const",
                const=None,
                default="newest",
                dest="contract",
                help="ignore the contract in the file, as for a stranger's file",
            )
        return one

    one = command("report", _report, "print a report over a history", "name", "file")
    one.add_argument("parameter", nargs="*", help="NAME=VALUE, such as rows=100")
    one.epilog = "Reports: " + ", ".join(_reports())
    command("check", _check, "list problems of data, schema and contract", "file")
    one = command("lab", _lab, "write the lab's page with the file's data", "file")
    one.add_argument("-o", "--output", help="the page; by default FILE ending in .html")
    command("upgrade", _upgrade, "bring a file to this version of assay", "file")
    command("shell", _shell, "open the sqlite3 shell with assay loaded", "file")
    command("rubric", _rubric, "print a rubric to start from", "file")
    command("sql", _sql, "print the path of an SQL file, such as views.sql", "path")
    return parser


# --- commands ---------------------------------------------------------------------------


def _reports() -> List[str]:
    found = {path.stem for path in Path(sql_path("reports")).glob("*.sql")}
    return sorted(found - _PARTS)


def _report(given: Any) -> int:
    if given.name not in _reports():
        raise _Problem(
            f"report: name must be one of {', '.join(_reports())}, got {given.name!r}"
        )
    pairs = dict(each.partition("=")[::2] for each in given.parameter)
    return _read(given, f"reports/{given.name}.sql", pairs)


def _upgrade(given: Any) -> int:
    given.contract = None
    return _read(given, "upgrade.sql", {})


def _rubric(given: Any) -> int:
    return _read(given, "reports/rubric.sql", {})


def _shell(given: Any) -> int:
    command = _command(given, {})
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.call(command)


def _sql(given: Any) -> int:
    print(sql_path(given.path))
    return 0


def _lab(given: Any) -> int:
    if not _PAGE.is_file():
        raise _Problem(
            "lab: this package was made without the page: `make lab`, then `make wheel`"
        )
    output = Path(given.output or Path(given.file).with_suffix(".html"))
    if output.exists() and _DEMO[:-1] not in output.read_text("utf-8", "replace"):
        raise _Problem(f"lab: {output} is there and is no page of this kind")
    with _progress("packing"), tempfile.TemporaryDirectory() as folder:
        packed = gzip.compress(_copy(given.file, os.path.join(folder, "copy.db")))
    before, _, rest = _PAGE.read_text("utf-8").partition(_DEMO)
    name = html.escape(os.path.basename(given.file))
    output.write_text(
        f'{before}{_DEMO[:-1]} data-name="{name}">{base64.b64encode(packed).decode()}'
        + rest[rest.index("</script>") :],
        "utf-8",
    )
    print(output)
    return 0


def _copy(file: str, copy: str) -> bytes:
    """Returns the database as bytes, including the changes in its write-ahead log."""
    source = sqlite3.connect(Path(file).resolve().as_uri() + "?mode=ro", uri=True)
    target = sqlite3.connect(copy)
    source.backup(target)
    target.execute("PRAGMA journal_mode = DELETE")
    source.close()
    target.close()
    return Path(copy).read_bytes()


# --- check ------------------------------------------------------------------------------

_Finding = Tuple[bool, str, str]
_COUNTS = "SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM rounds)"


def _check(given: Any) -> int:
    with _progress("checking"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # _findings() prints the same problems
        findings = list(_findings(given))
    for fine, part, text in findings:
        print(f"{'ok  ' if fine else 'LOOK'}  {part:9} {text}")
    return 0 if all(fine for fine, _, _ in findings) else 1


def _findings(given: Any) -> Iterator[_Finding]:
    db = connect(given.file, contract=None)
    contract = given.contract and bound_to(db)
    if contract:
        try:
            db = connect(given.file, contract=contract[0])
            yield True, "contract", f"{contract[0][:10]}... is in force"
        except sqlite3.Error as error:
            yield False, "contract", str(error)
    else:
        yield True, "contract", "none: the built-in settings are in force"
    try:
        runs, rounds = db.execute(_COUNTS).fetchone()
        db.execute("SELECT * FROM run_decisions LIMIT 1").fetchall()
    except sqlite3.Error as error:
        yield False, "schema", f"{error} (assay sql schema.sql, assay sql views.sql)"
        return
    aged = other_epoch(db)
    found = f"{runs:,} runs, {rounds:,} rounds, and the views"
    yield not aged, "schema", f"{aged}: assay upgrade FILE" if aged else found
    yield from _due(db)
    yield from _data(db)


def _due(db: sqlite3.Connection) -> Iterator[_Finding]:
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'judged_due'").fetchone():
        return
    try:
        db.execute("SELECT * FROM judged_rounds LIMIT 1").fetchall()
    except sqlite3.Error as error:
        yield False, "judged", str(error)
    (due,) = db.execute("SELECT count(*) FROM judged_due").fetchone()
    cure = ": read refresh_judged.sql" if due else ""
    yield not due, "judged", f"{due:,} runs are due{cure}"


def _data(db: sqlite3.Connection) -> Iterator[_Finding]:
    rows = db.execute(statement("check_data")).fetchall()
    for name, why, cells, example in rows[:8]:
        yield False, "data", f"{name}: {cells:,} {why}, as {str(example)[:20]!r}"
    if len(rows) > 8:
        yield False, "data", f"and {len(rows) - 8} kinds more"
    if rows:
        yield False, "data", "the likely cures: assay report data_quality FILE"
    else:
        yield True, "data", "every value that is there can be used"
    astray = len(db.execute("PRAGMA foreign_key_check").fetchall())
    yield not astray, "keys", f"{astray:,} rows of runs that are not there"


# --- the sqlite3 shell ------------------------------------------------------------------


def _command(given: Any, parameters: Dict[str, str]) -> List[str]:
    """Returns a command line that starts the sqlite3 shell, loads assay and the contract,
    and sets parameters."""
    shell = shutil.which("sqlite3")
    if shell is None:
        raise _Problem(
            "this needs the sqlite3 shell, which is not here (Debian: sqlite3)"
        )
    db = connect(given.file, contract=given.contract)
    command = [shell, os.path.abspath(given.file), "-cmd", _dot("load", loadable_path())]
    if given.contract and bound_to(db):
        command += ["-cmd", _dot("read", sql_path("calls/load_contract.sql"))]
    db.close()
    for name, value in parameters.items():
        command += ["-cmd", _dot("param", "set", f":{name}", value)]
    if "rubric" in parameters:
        command += ["-cmd", _dot("read", sql_path("reports/by_rubric.sql"))]
    return command


def _dot(name: str, *arguments: str) -> str:
    """Returns a dot command.  The shell interprets backslashes inside double quotes."""
    quoted = (each.replace("\\", "\\\\").replace('"', '\\"') for each in arguments)
    return " ".join([f".{name}", *(f'"{each}"' for each in quoted)])


def _read(given: Any, script: str, parameters: Dict[str, str]) -> int:
    """Runs a script in the shell, and prints its output at the end."""
    path = sql_path(script)
    command = [*_command(given, parameters), "-batch", "-bail"]
    with open(path, "rb") as text, _progress(given.file):
        done = subprocess.run(
            command,
            stdin=text,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=Path(sql_path()).parent,  # scripts read other scripts from this folder
        )
    sys.stdout.flush()
    sys.stdout.buffer.write(done.stdout)
    sys.stdout.flush()
    return 2 if done.returncode else 0


@contextmanager
def _progress(what: str) -> Iterator[None]:
    """If stderr is a terminal, shows every second how long the task has taken."""
    done = threading.Event()
    began = time.monotonic()

    def tell() -> None:
        while not done.wait(1):
            print(f"\r{what}: {time.monotonic() - began:.0f} s", end="", file=sys.stderr)
            sys.stderr.flush()

    teller = threading.Thread(target=tell, daemon=True)
    if sys.stderr.isatty():
        teller.start()
    try:
        yield
    finally:
        done.set()
        if sys.stderr.isatty():
            teller.join()
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
