"""Shards on Dask: a scheduler and two worker processes on loopback, each with the
unchanged extension; every report's text is that over one file, also where a worker is
killed while it reads.  SKIP where Debian's python3-distributed can't be had.

KILLS is how often a worker is killed: each time in the middle of a report, by SIGKILL,
and another one takes its place.
"""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
CLUSTER = os.path.abspath("sql/cluster")
sys.path.insert(0, CLUSTER)
import history  # noqa: E402
import report  # noqa: E402
import shards  # noqa: E402
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import finish, ok  # noqa: E402

EXTENSION = os.path.abspath(os.environ.get("ASSAY_EXTENSION", "build/assay.so"))
# By its name from here: that of the checkout may have a blank or a quote.
LOAD = f".load {os.path.relpath(EXTENSION)}"
PYTHON = sys.executable
KILLS = int(os.environ.get("KILLS", "5"))
RUNS = int(os.environ.get("RUNS", "6000"))
RESEARCH = sorted(set(report.REPORTS) - {"cutoff_replay", "interview", "penalty_grid"})
COUNT = 6

def contents(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def shell(path, *commands, script=""):
    return subprocess.run(["sqlite3", "-batch", path, *commands], input=script, text=True,
                          capture_output=True, check=True).stdout


def noted(folder, function, *call):
    """A task that leaves a byte where it begins and another where it ends, if it is one
    that takes its time."""
    if function.__name__ != "answers_of":
        return function(*call)
    with open(os.path.join(folder, str(os.getpid())), "ab", buffering=0) as notes:
        notes.write(b"(")
        try:
            return function(*call)
        finally:
            notes.write(b")")


# --- a cluster --------------------------------------------------------------------------


class Cluster:
    """A scheduler, workers, and a client; stop() ends what was started here."""

    def __init__(self, folder):
        self.folder = folder
        self.notes = os.path.join(folder, "notes")
        os.mkdir(self.notes)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self.environment = {**os.environ, "PYTHONPATH": CLUSTER, "ASSAY_EXTENSION":
                            EXTENSION, "PYTHONDONTWRITEBYTECODE": "1",
                            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "10"}
        self.log = open(os.path.join(folder, "log"), "w", encoding="utf-8")
        self.scheduler = self.start(
            "dask_scheduler", "--host", "127.0.0.1", "--no-dashboard",
            "--port", self.address.rsplit(":", 1)[1])
        self.workers = {}
        from distributed import Client
        for _ in range(100):
            try:
                self.client = Client(self.address, timeout=5)
                break
            except (OSError, asyncio.TimeoutError):
                time.sleep(0.2)
        self.add_workers(2)

    def start(self, kind, *arguments):
        return subprocess.Popen(
            [PYTHON, "-m", f"distributed.cli.{kind}", *arguments], cwd=self.folder,
            env=self.environment, stdout=self.log, stderr=self.log)

    def add_workers(self, wanted):
        for number in range(wanted - len(self.workers)):
            name = f"worker-{time.monotonic_ns()}"
            self.workers[name] = self.start(
                "dask_worker", self.address, "--host", "127.0.0.1", "--no-dashboard",
                "--no-nanny", "--nthreads", "1", "--name", name)
        self.client.wait_for_workers(wanted, timeout=60)

    def reading(self, process):
        """Is it between the two ends of a task?"""
        path = os.path.join(self.notes, str(process.pid))
        return os.path.exists(path) and os.path.getsize(path) % 2 == 1

    def kill_one(self):
        """Kills a worker as soon as one reads a shard; was it in the middle?"""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            for name, process in self.workers.items():
                if self.reading(process):
                    time.sleep(0.02)
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    del self.workers[name]
                    return self.reading(process)
            time.sleep(0.002)
        return False

    def gather(self, function, calls):
        calls = [(self.notes, function, *call) for call in calls]
        futures = self.client.map(noted, *zip(*calls), pure=False)
        return self.client.gather(futures)

    def stop(self):
        self.client.close()
        for process in (*self.workers.values(), self.scheduler):
            process.terminate()
        for process in (*self.workers.values(), self.scheduler):
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.log.close()


# --- tests ------------------------------------------------------------------------------


def over_shards(cluster, files, name):
    return "".join(line + "\n" for line in report.report(
        files, name, extension=EXTENSION, gather=cluster.gather))


def test_reports(cluster, path, files):
    want = {}
    for name in RESEARCH:
        want[name] = shell(path, "-cmd", LOAD,
                           script=contents(f"sql/reports/{name}.sql"))
        got = over_shards(cluster, files, name)
        ok(got == want[name] and len(got) > 300,
           f"{name} over {COUNT} shards by two workers", got)
    ok(len(os.listdir(cluster.notes)) == 2, "both workers have read")
    return want


def test_kills(cluster, files, want):
    wrong = killed = asked = 0
    for kill in range(KILLS):
        name = ("sensitivity", "acceptability", "recency_window")[kill % 3]
        found = []
        thread = threading.Thread(target=lambda: found.append(cluster.kill_one()))
        thread.start()
        got = over_shards(cluster, files, name)
        thread.join()
        killed += found[0]
        wrong += got != want[name]
        asked += 1
        cluster.add_workers(2)
    ok(killed == asked == KILLS, f"{KILLS} workers were killed in the middle of a report",
       killed)
    ok(not wrong, f"{asked} reports, none of them wrong", wrong)


def test_refusals(cluster, folder, files):
    spoilt = [shutil.copy(file, os.path.join(folder, f"spoilt{n}.db"))
              for n, file in enumerate(files)]
    shell(spoilt[1], "UPDATE rounds SET run_id = -run_id")
    for name, some, text in (
            ("a missing shard", files[1:], "there is no 1"),
            ("a run that stands in a wrong shard", spoilt, "belongs in another shard"),
            ("a file that is gone", [*files[:-1], "gone.db"], "no such file")):
        try:
            over_shards(cluster, some, "stop_policy")
            ok(False, f"{name} is refused")
        except history.Problem as problem:
            ok(text in str(problem), f"{name} is refused", problem)
    try:
        report_under = history.Settings(None, "0" * 64)
        list(cluster.gather(report.answers_of, [(files[0], [], {}, {}, EXTENSION,
                                                 tuple(report_under))]))
        ok(False, "a worker requires the digest of the settings")
    except Exception as problem:  # whatever Dask makes of it
        ok("assay_require" in str(problem),
           "a worker requires the digest of the settings", repr(problem))


def main():
    try:
        import distributed
    except ImportError:
        print("1..0 # SKIP no python3-distributed: sh .ci/deps cluster")
        return 0
    print(f"# distributed {distributed.__version__}")
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "history.db")
    shell(path, script=contents("sql/schema.sql"))
    shell(path, "-cmd", f".param set :runs {RUNS}",
          script=contents("tests/bench/history.sql"))
    shell(path, script=contents("sql/views.sql"))
    files = shards.split(path, os.path.join(folder, "shards"), shards=COUNT,
                         method="hash", extension=EXTENSION)
    cluster = Cluster(folder)
    try:
        want = test_reports(cluster, path, files)
        test_kills(cluster, files, want)
        test_refusals(cluster, folder, files)
    finally:
        cluster.stop()
        shutil.rmtree(folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
