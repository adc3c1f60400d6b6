"""Tests README.md's section "A loop", in Python and in Node. Four workers share one WAL
file, and the judge sometimes replies with garbage. The test kills all workers KILLS times
and starts them again. The views must agree with everything that a worker printed about a
run, and every run must have an answer."""

import glob
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", ".."))
sys.path[:0] = [os.path.join(HERE, ".."), os.path.join(HERE, "..", "packages")]
from laid import EXTENSION, lay  # noqa: E402
from tap import finish, is_eq, ok, skip  # noqa: E402

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
KILLS = int(os.environ.get("KILLS", "3"))
SEED = int(os.environ.get("SEED", "30"))
WORKERS, RUNS = 4, 100


def program(language):
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        return re.search(f"^```{language}\n(.*?)^```$", file.read(), re.M | re.S)[1]


def lay_node(folder):
    """Installs the package for a Node that has better-sqlite3; returns the path of that
    Node."""
    driver = os.path.join(BUILD, "clients", "npm", "better-sqlite3", "node_modules")
    if not os.path.isdir(driver):
        return None
    found = subprocess.run(["sh", os.path.join(HERE, "node_path.sh")], text=True,
                           stdout=subprocess.PIPE, cwd=ROOT).stdout.strip()
    if not found:
        return None
    main = os.path.join(folder, "node_modules", "assay-sqlite")
    kind = {"x86_64": "x64", "aarch64": "arm64"}.get(os.uname().machine, "")
    platform = os.path.join(folder, "node_modules", f"assay-sqlite-linux-{kind}")
    os.makedirs(main)
    os.makedirs(platform)
    source = os.path.join(ROOT, "config", "packages", "npm")
    for name in os.listdir(source):
        if name.endswith(".cjs"):
            with open(os.path.join(source, name), encoding="utf-8") as file, \
                    open(os.path.join(main, name), "w", encoding="utf-8") as copy:
                copy.write(file.read())
    with open(os.path.join(main, "package.json"), "w", encoding="utf-8") as file:
        json.dump({"name": "assay-sqlite", "main": "index.cjs"}, file)
    os.symlink(os.path.join(ROOT, "sql"), os.path.join(main, "sql"))
    os.symlink(EXTENSION, os.path.join(platform, "assay.so"))
    for name in os.listdir(driver):
        if not name.startswith("."):
            os.symlink(os.path.join(driver, name),
                       os.path.join(folder, "node_modules", name))
    return os.path.abspath(os.path.join(ROOT, found)) if "/" in found else found


def start(command, folder, number):
    """Starts a worker. Its output goes to a new file, because a worker that was killed
    may have left half a line in an older file."""
    descriptor, _ = tempfile.mkstemp(prefix="said.", dir=folder)
    with open(descriptor, "w", encoding="utf-8") as said, \
            open(os.path.join(folder, "errors"), "a", encoding="utf-8") as errors:
        return subprocess.Popen([*command, str(number), str(WORKERS)], cwd=folder,
                                stdout=said, stderr=errors)


def rounds_of(folder):
    db = sqlite3.connect(os.path.join(folder, "research.db"))
    return db.execute("SELECT count(*) FROM rounds").fetchone()[0]


def said_of(folder):
    """Returns for each run what the workers printed about it. Leaves out lines that a
    kill cut short."""
    found = {}
    for name in glob.glob(os.path.join(glob.escape(folder), "said.*")):
        with open(name, encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):
                    run_id, action, returned = line.split()
                    found.setdefault(int(run_id), set()).add((action, returned))
    return found


def test_loop(language, command, folder):
    db = sqlite3.connect(os.path.join(folder, "research.db"))
    db.execute("PRAGMA journal_mode = WAL")
    for name in "schema.sql", "views.sql":
        with open(os.path.join(ROOT, "sql", name), encoding="utf-8") as file:
            db.executescript(file.read())
    db.close()
    draw = random.Random(SEED)
    cut = 0
    for _ in range(KILLS):
        before = rounds_of(folder)
        workers = [start(command, folder, number) for number in range(WORKERS)]
        deadline = time.monotonic() + 60
        aim = before + draw.randint(1, 200 // KILLS)  # rounds, not seconds: speeds differ
        while rounds_of(folder) < aim and time.monotonic() < deadline and \
                any(worker.poll() is None for worker in workers):
            time.sleep(0.005)
        for worker in workers:
            cut += worker.poll() is None
            worker.send_signal(signal.SIGKILL)
        for worker in workers:
            worker.wait()
    ok(cut > KILLS, f"{language}: {cut} workers were killed at work (SEED={SEED})")
    workers = [start(command, folder, number) for number in range(WORKERS)]
    is_eq([worker.wait() for worker in workers], [0] * WORKERS,
          f"{language}: then all end")
    with open(os.path.join(folder, "errors"), encoding="utf-8") as file:
        is_eq(file.read(), "", f"{language}: and none has an error")
    views = {each.run_id: {(each.action, str(each.returned_round))} for each in
             assay_sqlite.decisions(
                 assay_sqlite.connect(os.path.join(folder, "research.db")))}
    is_eq(said_of(folder), views, f"{language}: workers printed what the views say")
    is_eq(sorted(views), list(range(RUNS)), f"{language}: of every run")
    actions = {action for (action, _), in views.values()}
    ok(len(actions) > 2 and "continue" not in actions, f"{language}: {sorted(actions)}")
    db = sqlite3.connect(os.path.join(folder, "research.db"))
    is_eq(db.execute("SELECT count(*) FROM (SELECT run_id FROM rounds GROUP BY run_id"
                     " HAVING max(round) <> count(*))").fetchone(), (0,),
          f"{language}: and no round is lost")
    ok(db.execute("SELECT count(*) FROM rounds WHERE coverage IS NULL").fetchone()[0] > 5,
       f"{language}: though the judge replied with garbage")
    lines = [line for line in program(language).split("\n") if line.strip()]
    ok(len(lines) <= 20, f"{language}: in {len(lines)} lines")


def main():
    global assay_sqlite
    with tempfile.TemporaryDirectory() as folder:
        lay(folder)
        import assay_sqlite
        node = lay_node(folder)
        for language, name, command in (("py", "loop.py", sys.executable),
                                        ("cjs", "loop.cjs", node)):
            if command is None:
                skip("the loop in Node", "make check-packages fetches better-sqlite3")
                continue
            work = os.path.join(folder, language)
            os.mkdir(work)
            with open(os.path.join(work, name), "w", encoding="utf-8") as file:
                file.write(program(language))
            test_loop(language, [command, name], work)
    return finish()


sys.exit(main())
