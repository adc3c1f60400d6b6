"""sql/cluster/sweep.py over one file: its answer is that of one process, whatever the
ids; it writes nothing, leaves nothing, and one process that fails ends all.
"""

import contextlib
import hashlib
import os
import pty
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.abspath("sql/cluster"))
import history  # noqa: E402
import sweep  # noqa: E402
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import finish, ok, skip  # noqa: E402

EXTENSION = os.path.abspath(os.environ.get("ASSAY_EXTENSION", "build/assay.so"))
# By its name from here: that of the checkout may have a blank or a quote.
LOAD = f".load {os.path.relpath(EXTENSION)}"
PYTHON = sys.executable
SWEEP = os.path.abspath("sql/cluster/sweep.py")
RUNS = 120
BEST = "SELECT run_id, best_round(round, gate_passed, ci) AS keep FROM round_scores"
PARTS = BEST + " WHERE {part} GROUP BY run_id"
ENDLESS = ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
           " SELECT max(i) FROM n, (SELECT 1 FROM runs WHERE {part})")

# --- histories --------------------------------------------------------------------------


def contents(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def made_history(path, ids):
    """Three rounds a run, of ids in the order given; tables without types."""
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE runs(run_id, title, note, domain, as_of)")
    db.execute("CREATE TABLE rounds(run_id, round, coverage, source_quality, agreement,"
               " verification, recency, recent_sources, critical_contradictions)")
    db.execute("CREATE TABLE sources(run_id, round, source, domain, published)")
    db.execute("CREATE TABLE judgements(run_id, round, dimension, judge, family, score)")
    for n, value in enumerate(ids):
        db.execute("INSERT INTO runs VALUES(?, ?, NULL, NULL, '2026-01-01')",
                   (value, f"Question {n}"))
        for number in range(1, 4):
            scores = [max((n * 7919 + number * 104729 + k * 1299709) % 101 / 100,
                          0.8 * (n % 5 == 0)) for k in range(5)]
            db.execute("INSERT INTO rounds VALUES(?, ?, ?, ?, ?, ?, ?, 12, 0)",
                       (value, number, *scores))
    for table in ("runs(run_id)", "rounds(run_id, round)", "sources(run_id, round)"):
        db.execute(f"CREATE INDEX {table.split('(')[0]}_key ON {table}")
    db.commit()
    db.executescript(contents("sql/views.sql"))
    db.close()
    return path


def any_id(n):
    return [n, str(n - 1), f"018f{n * 7919:08x}-0c41-7aaa", f"018f{n:08x}".encode(),
            n / 3, f"Run{n}", None if n == 6 else f"run{n}"][n % 7]


def one_answer(path, query=BEST + " GROUP BY run_id", settings=None):
    db = history.connect(path, EXTENSION, settings or history.Settings(
        None, history.settings_for(path, EXTENSION, contract="none").digest))
    rows = db.execute(query).fetchall()
    db.close()
    return rows


def many_answers(path, query=PARTS, **named):
    return [row for _, rows in sweep.sweep([path], query, extension=EXTENSION, **named)
            for row in rows]


# --- running it -------------------------------------------------------------------------


def command(*arguments):
    return [PYTHON, SWEEP, "--extension", EXTENSION, *map(str, arguments)]


def run(*arguments, **named):
    return subprocess.run(command(*arguments), capture_output=True, text=True,
                          check=False, timeout=300, **named)


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except FileNotFoundError:
        return []


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def gone(pids, seconds=60):
    end = time.monotonic() + seconds
    while any(map(alive, pids)) and time.monotonic() < end:
        time.sleep(0.05)
    return not any(map(alive, pids))


@contextlib.contextmanager
def started(path, processes=2):
    """A sweep that would never end, and its processes."""
    parent = subprocess.Popen(command("--processes", processes, ENDLESS, path),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              start_new_session=True)
    end = time.monotonic() + 60
    while len(children(parent.pid)) < processes and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(0.5)  # until they are in the middle of it
    pids = children(parent.pid)
    try:
        yield parent, pids
    finally:
        for process in filter(alive, pids):
            os.kill(process, signal.SIGKILL)
        parent.kill()
        parent.communicate()


# --- tests ------------------------------------------------------------------------------


def test_answers(folder):
    for name, ids in (("integers", range(RUNS)),
                      ("any ids", [any_id(n) for n in range(RUNS)]),
                      ("doubles", [n / 7 * 10.0**(n % 40 - 20) for n in range(RUNS)]),
                      ("one run", ["only"]), ("five runs", [5, "5", b"5", None, 5.5]),
                      ("no runs", [])):
        path = made_history(os.path.join(folder, name + ".db"), ids)
        want = one_answer(path)
        for processes, parts in ((1, 1), (1, 7), (2, None), (3, 16), (8, 500)):
            got = many_answers(path, processes=processes, parts=parts)
            ok(got == want, f"{name} by {processes} processes in {parts} parts",
               set(map(repr, got)) ^ set(map(repr, want)))
        ok(len(want) == len(set(map(repr, ids))), f"{name}: a row for each run", want)
    path = os.path.join(folder, "repeated.db")
    made_history(path, [1] * 50 + [2] * 3 + [3])
    ok(many_answers(path, parts=8, processes=2) == one_answer(path),
       "a run greater than a part stays whole")
    nocase = os.path.join(folder, "nocase.db")
    db = sqlite3.connect(nocase)
    db.executescript("CREATE TABLE t(job TEXT COLLATE NOCASE, n);"
                     "CREATE INDEX j ON t(job)")
    db.executemany("INSERT INTO t VALUES(?, 1)", [(a,) for a in "bBaAcCdDeE" * 5])
    db.commit()
    db.close()
    query = "SELECT job, sum(n) FROM t WHERE {part} GROUP BY job"
    ok([n for _, n in many_answers(nocase, query, key="job", table="t", parts=6)]
       == [10] * 5, "a key and a table of one's own, whose case does not count")


def test_command(folder):
    path = os.path.join(folder, "any ids.db")
    found = run("--processes", 2, PARTS, path)
    ok(found.returncode == 0 and found.stderr == "", "no progress where nobody looks",
       found.stderr)
    lines = found.stdout.splitlines()
    ok(lines[0] == "run_id,keep" and lines[1][0] == "," and len(lines) == RUNS + 1
       and any(line.startswith("x'30") for line in lines), "CSV, a BLOB as its literal",
       found.stdout)
    found = run("--merge", "SELECT keep, count(*) AS runs FROM parts GROUP BY keep",
                PARTS, path)
    want = one_answer(path, "SELECT keep, count(*) FROM (" + BEST
                      + " GROUP BY run_id) GROUP BY keep")
    ok(found.stdout.splitlines()[1:] == [f"{a},{b}" for a, b in want], "a merge",
       found.stdout, found.stderr)
    question = os.path.join(folder, "question.sql")
    with open(question, "w", encoding="utf-8") as file:
        file.write(PARTS)
    ok(run("@" + question, path).stdout.splitlines() == lines, "a question from a file")
    setup = "CREATE TEMP VIEW mine AS SELECT run_id AS job FROM main.rounds"
    ok(run("--setup", setup, "--key", "job", "--table", "mine",
           "SELECT job, count(*) FROM mine WHERE {part} GROUP BY job", path
           ).stdout.count(",3\n") == RUNS, "TEMP views of one's own in each process")
    for name, text, arguments in (
            ("no mark", "the query has to have {part}", (BEST, path)),
            ("no file", "gone.db: no such file", (PARTS, "gone.db")),
            ("no SQL", "syntax error", ("SELEC {part}", path)),
            ("no rows", "one SELECT", ("CREATE TEMP TABLE x AS SELECT {part} FROM runs",
                                       path)),
            ("writing", "readonly", ("DELETE FROM runs WHERE {part} RETURNING 1", path)),
            ("two statements", "one statement", (PARTS + "; SELECT 1", path)),
            ("no database", "not a database", (PARTS, question)),
            ("a column", "no such column", (PARTS.replace("run_id,", "gone,"), path)),
            ("a merge of nothing", "no such column",
             ("--merge", "SELECT gone FROM parts", PARTS, path)),
            ("a mistake in one run", "high_floor: ",
             ("SELECT high_floor(CASE title WHEN 'Question 77' THEN 'x' ELSE 'easy' END)"
              " FROM runs WHERE {part}", path))):
        found = run("--processes", 2, *arguments)
        ok(found.returncode == 1 and text in found.stderr and "Traceback" not in
           found.stderr, f"{name} ends it with the message", found.stderr)
    ok(run("--processes", 0, PARTS, path).returncode == 2, "0 processes are a mistake")
    head = subprocess.run(shlex.join(command(PARTS, path)) + " | head -n 1", shell=True,
                          capture_output=True, text=True, check=False)
    ok(head.stdout == "run_id,keep\n" and head.stderr == "", "a reader that has enough",
       head.stderr)


def test_closed(folder):
    """What nobody reads any more is no problem, for any of the three programs."""
    path = os.path.join(folder, "integers.db")
    for name, arguments in (("sweep.py", (PARTS, path)), ("shards.py", ("check", path)),
                            ("report.py", ("floor_sweep", path))):
        reader, writer = os.pipe()
        os.close(reader)
        found = subprocess.run(
            [PYTHON, os.path.join(os.path.dirname(SWEEP), name), *arguments],
            env={**os.environ, "ASSAY_EXTENSION": EXTENSION}, stdout=writer,
            stderr=subprocess.PIPE, text=True, check=False)
        os.close(writer)
        ok(found.returncode == 0 and found.stderr == "", f"{name}: a pipe that is closed",
           found.stderr)


def test_terminal(folder):
    """Progress goes to a terminal, and is gone at the end."""
    try:
        ours, theirs = pty.openpty()
    except OSError as problem:
        skip("progress on a terminal", f"no pseudo-terminal: {problem}")
        return
    found = subprocess.run(command("--parts", 4, PARTS,
                                   os.path.join(folder, "integers.db")),
                           stdout=subprocess.PIPE, stderr=theirs, check=False)
    os.close(theirs)
    shown = os.read(ours, 65536).decode()
    os.close(ours)
    ok("5 of 5 parts" in shown and shown.endswith("\r\033[K") and found.returncode == 0,
       "progress on a terminal", repr(shown))


def test_ends(folder):
    path = os.path.join(folder, "integers.db")
    # Who starts tests in the background may have them ignore it, and so what they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not os.path.exists("/proc/self/stat"):
        print("# no /proc: what is left of processes is not looked at")
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        with started(path) as (parent, pids):
            if number == signal.SIGINT:
                os.killpg(parent.pid, number)  # as a terminal does
            else:
                parent.send_signal(number)
            _, errors = parent.communicate(timeout=120)
            ok(parent.returncode == code and "Traceback" not in errors and len(pids) == 2
               and gone(pids), f"{number.name} stops all with code {code}",
               parent.returncode, errors)
    with started(path) as (parent, pids):
        os.kill(pids[1], signal.SIGKILL)
        _, errors = parent.communicate(timeout=120)
        ok(parent.returncode == 1 and "code -9" in errors and gone(pids),
           "a process that is killed ends all", parent.returncode, errors)
    with started(path) as (parent, pids):
        parent.kill()
        parent.wait()
        ok(gone(pids), "processes end where nobody waits for them", pids)


def test_settings(folder):
    path = shutil.copy(os.path.join(folder, "integers.db"),
                       os.path.join(folder, "contract.db"))
    query = "SELECT sum(gate_passed) AS passed FROM round_scores WHERE {part}"
    total = "SELECT sum(passed) FROM parts"
    floors = os.path.join(folder, "floors.yaml")
    with open(floors, "w", encoding="utf-8") as file:
        file.write("evaluation: {deep_research: {min_recent_sources: 30}}\n")

    def passed(*arguments):
        found = run("--merge", total, *arguments, query, path)
        return found.stdout.split()[-1] if found.returncode == 0 else found.stderr

    built_in = passed()
    ok(int(built_in) > 0, "runs pass by the built-in settings", built_in)
    ok(passed("--settings", floors) == "0", "none by those of a file",
       passed("--settings", floors))
    subprocess.run(["sqlite3", path, "-cmd", LOAD, "-cmd",
                    f"SELECT assay_load('{floors}')"], check=True, capture_output=True,
                   text=True, input=contents("sql/contract.sql"))
    ok(passed() == "0", "the contract in the file holds without being asked for",
       passed())
    ok(passed("--contract", "none") == built_in, "the built-in ones, if asked for")
    ok("has no contract abc" in passed("--contract", "abc"),
       "a contract that is not there")
    db = sqlite3.connect(path)
    db.execute("UPDATE contract SET settings = settings || char(10) || 'unknown: 1'")
    db.commit()
    ok(passed() == "0", "a contract with a key of another version, by its digest",
       passed())
    db.execute("UPDATE contract SET settings = ''")
    db.commit()
    db.close()
    ok("assay_require" in passed(), "a contract whose settings are not its digest's",
       passed())
    with open(floors, "w", encoding="utf-8") as file:
        file.write("evaluation: {deep_research: {min_sauces: 30}}\n")
    ok("min_sauces" in passed("--settings", floors), "settings that nobody knows")
    good = history.settings_for(path, EXTENSION, contract="none")
    try:
        many_answers(path, settings=history.Settings(None, "0" * 64))
        ok(False, "every process requires the digest")
    except history.Problem as problem:
        ok("assay_require" in str(problem) and good.digest in str(problem),
           "every process requires the digest", problem)


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def as_nobody():
    if os.getuid() == 0:
        os.setgid(65534)
        os.setuid(65534)


def test_nothing_left(folder):
    """Neither the file nor its folder change, in WAL mode either; nor is there any file
    in the folder for temporary ones."""
    place = os.path.join(folder, "place")
    scratch = os.path.join(folder, "scratch")
    os.mkdir(place)
    os.mkdir(scratch)
    path = made_history(os.path.join(place, "h.db"), range(RUNS))
    want = one_answer(path)
    for mode in ("delete", "wal"):
        db = sqlite3.connect(path)
        db.execute(f"PRAGMA journal_mode = {mode}")
        db.close()
        before = digest(path)
        found = run("--processes", 3, PARTS, path, env={**os.environ, "TMPDIR": scratch,
                                                        "SQLITE_TMPDIR": scratch})
        ok(len(found.stdout.splitlines()) == len(want) + 1 and digest(path) == before
           and os.listdir(place) == ["h.db"] and not os.listdir(scratch),
           f"journal_mode={mode}: nothing is written, nothing left", os.listdir(place),
           os.listdir(scratch), found.stderr)
    found = run("--processes", 2, "SELECT high_floor('x') FROM runs WHERE {part}", path)
    ok(found.returncode == 1 and os.listdir(place) == ["h.db"], "nor after an error",
       os.listdir(place))
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("INSERT INTO rounds SELECT 5000, round, coverage, source_quality,"
                   " agreement, verification, recency, 12, 0 FROM rounds"
                   " WHERE run_id = 1")
    ok(many_answers(path, processes=2) == one_answer(path) != want,
       "what is still in the log is seen")
    ok(sorted(os.listdir(place)) == ["h.db", "h.db-shm", "h.db-wal"],
       "the log of somebody who has the file open stays")
    writer.close()
    test_read_only(folder, place, path)


def test_read_only(folder, place, path):
    os.chmod(path, 0o444)
    os.chmod(place, 0o555)
    os.chmod(folder, 0o755)
    extension = shutil.copy(EXTENSION, folder)
    os.chmod(extension, 0o755)  # whatever it was built with
    # The checkout may lie in a private folder, which nobody can't enter.
    share = os.path.join(folder, "share")
    subprocess.run(["sh", "config/packages/share.sh", share], check=True)
    sweep_py = os.path.join(share, "sql/cluster/sweep.py")
    words = [PYTHON, sweep_py, "--extension", extension, PARTS, path]
    try:
        refused = subprocess.run(words, preexec_fn=as_nobody, capture_output=True,
                                 text=True, check=False)
        ok(refused.returncode == 1 and "--immutable" in refused.stderr,
           "in WAL mode in a folder that can't be written to it says what to do",
           refused.stderr)
        words.insert(2, "--immutable")
        found = subprocess.run(words, preexec_fn=as_nobody, capture_output=True,
                               text=True, check=False)
        ok(len(found.stdout.splitlines()) == RUNS + 2 and os.listdir(place) == ["h.db"],
           "and with --immutable it reads", found.stderr)
    finally:
        os.chmod(place, 0o755)


def test_writers(folder):
    """All processes see one state of the file, or it says that they do not."""
    path = made_history(os.path.join(folder, "written.db"), range(RUNS))
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA journal_mode = WAL")
    ready = sweep.Processes.wait_until_ready

    def meanwhile(processes):
        writer.execute("UPDATE rounds SET coverage = 0.5 WHERE run_id = 3")
        ready(processes)

    sweep.Processes.wait_until_ready = meanwhile
    try:
        many_answers(path, processes=2)
        ok(False, "a write while the processes open the file is noticed")
    except history.Problem as problem:
        ok("was written to" in str(problem),
           "a write while the processes open the file is noticed", problem)
    finally:
        sweep.Processes.wait_until_ready = ready
    want = one_answer(path)
    answers = sweep.sweep([path], PARTS, extension=EXTENSION, processes=2, parts=50)
    got = list(next(answers)[1])
    writer.execute("DELETE FROM rounds")
    for _, rows in answers:
        got.extend(rows)
    ok(got == want and not one_answer(path), "a write later, in WAL mode, goes unseen")
    writer.close()


def test_installed(folder):
    """Beside the extension, as packages have it, no option says where it is."""
    path = os.path.join(folder, "integers.db")
    environment = {name: value for name, value in os.environ.items()
                   if name != "ASSAY_EXTENSION"}
    for name, data, library in (("an archive", "archive", "archive"),
                                ("make install", "usr/share/assay", "usr/lib/sqlite3"),
                                ("Debian", "deb/share/assay", "deb/lib/any/sqlite3")):
        root = os.path.join(folder, data)
        subprocess.run(["sh", "config/packages/share.sh", root], check=True)
        os.makedirs(os.path.join(folder, library), exist_ok=True)
        shutil.copy(EXTENSION, os.path.join(folder, library, "assay.so"))
        found = subprocess.run([PYTHON, os.path.join(root, "sql/cluster/sweep.py"), PARTS,
                                path], capture_output=True, text=True, check=False,
                               env=environment, cwd="/")
        ok(len(found.stdout.splitlines()) == RUNS + 1
           and not os.path.exists(os.path.join(root, "sql/cluster/__pycache__")),
           f"installed as by {name} it finds the extension", found.stderr)


def main():
    folder = tempfile.mkdtemp()
    try:
        test_answers(folder)
        test_command(folder)
        test_closed(folder)
        test_terminal(folder)
        test_ends(folder)
        test_settings(folder)
        test_nothing_left(folder)
        test_writers(folder)
        test_installed(folder)
    finally:
        shutil.rmtree(folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
