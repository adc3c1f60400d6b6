"""Tests sql/cluster/judge.py --dask. A scheduler and two workers run on loopback, with
the unchanged extension. The workers must give the same rows as the processes that
judge.py starts without --dask. The test kills KILLS workers while they judge, and the
rows must stay the same. Without Debian's python3-distributed the test is a SKIP.
"""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

from judge import big_history, digest, judged, refuses, started

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import finish, is_eq, ok  # noqa: E402

KILLS = int(os.environ.get("KILLS", "5"))


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.environment = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES":
                            "10"}
        self.log = open(os.path.join(folder, "log"), "w", encoding="utf-8")
        self.scheduler = self.start("dask_scheduler", "--host", "127.0.0.1",
                                    "--no-dashboard", "--port", str(port))
        self.workers = []
        from distributed import Client
        for _ in range(100):
            try:
                self.client = Client(self.address, timeout=5)
                break
            except OSError:
                time.sleep(0.2)
        self.add_workers()

    def start(self, kind, *arguments):
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{kind}", *arguments],
            cwd=self.folder, env=self.environment, stdout=self.log, stderr=self.log)

    def add_workers(self):
        while len(self.workers) < 2:
            self.workers.append(self.start(
                "dask_worker", self.address, "--host", "127.0.0.1", "--no-dashboard",
                "--no-nanny", "--nthreads", "1"))
        self.client.wait_for_workers(2, timeout=60)

    def judging(self):
        return sum(map(len, self.client.processing().values()))

    def kill_one(self):
        self.workers[0].send_signal(signal.SIGKILL)
        self.workers.pop(0).wait()

    def stop(self):
        self.client.close()
        for process in (*self.workers, self.scheduler):
            process.terminate()
        for process in (*self.workers, self.scheduler):
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.log.close()


def test_kills(cluster, files, into, options, want):
    """KILLS times: locks the files, so that the workers wait, then kills one worker."""
    wrong = killed = 0
    for _ in range(KILLS):
        locks = [sqlite3.connect(file, isolation_level=None) for file in files]
        for lock in locks:
            lock.execute("BEGIN EXCLUSIVE")
        process = started(files, into, *options)
        for _ in range(200):
            if cluster.judging() >= 2:
                break
            time.sleep(0.02)
        time.sleep(0.2)
        killed += cluster.judging() >= 2
        cluster.kill_one()
        for lock in locks:
            lock.close()
        cluster.add_workers()
        error = process.communicate()[1]
        if process.returncode or digest(into) != want:
            wrong += 1
            print("#", error)
    is_eq([killed, wrong], [KILLS, 0], f"{KILLS} workers were killed while they judged")


def main():
    try:
        import distributed
    except ImportError:
        print("1..0 # SKIP no python3-distributed: sh .ci/deps shards")
        return 0
    print(f"# distributed {distributed.__version__}")
    folder = tempfile.mkdtemp()
    _, files = big_history(folder, "INTEGER")
    cluster = Cluster(folder)
    options = "--dask", cluster.address
    into = os.path.join(folder, "by dask.db")
    try:
        judged(files, os.path.join(folder, "here.db"))
        want = digest(os.path.join(folder, "here.db"))
        said = judged(files, into, *options)
        ok(digest(into) == want, "two workers judge as processes do", said)
        refuses("a missing file", [*files, os.path.join(folder, "none.db")], into,
                "none.db: no such file", *options)
        refuses("a run in two files", [*files, files[0]], into, "run 4 is in ", *options)
        test_kills(cluster, files, into, options, want)
    finally:
        cluster.stop()
        shutil.rmtree(folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
