"""Tests for cluster.py: the nodes are asked by many threads, are killed, or get only a
share of a core."""

import itertools
import random
import sqlite3
import statistics
import threading
import time

from nodes import Share

THREADS = 8
SHARE = 0.08  # the share of a core that each node gets
PATIENCE = 10  # seconds for which a reader tries

# A query whose answer depends on the settings and on the data.
JUDGED = ("SELECT assay_settings_hash(), stop_report(round, coverage, source_quality, "
          "agreement, verification, recency, recent_sources, critical_contradictions) "
          "FROM round_scores WHERE run_id = ?")


def expected(connect, digests, runs):
    """Runs the query JUDGED on local connections. Returns {(digest of a contract, run):
    rows}. The digest None stands for a query without a contract. Its rows equal those of
    the first contract, which has the built-in settings."""
    answers = {}
    for digest in digests:
        db = connect()
        db.execute("SELECT assay_load_yaml(settings) FROM contract WHERE hash = ?",
                   (digest,)).fetchall()
        for run in runs:
            answers[digest, run] = db.execute(JUDGED, (run,)).fetchall()
        db.close()
    answers.update({(None, run): answers[digests[0], run] for run in runs})
    return answers


def runs_of(local):
    return [row[0] for row in local.execute(
        "SELECT run_id FROM rounds GROUP BY run_id HAVING count(*) > 1 LIMIT 200")]


class Reader(threading.Thread):
    """Asks random nodes until `ended` is set. If a node does not answer, asks the next
    node, for up to PATIENCE seconds. Remembers wrong answers."""

    def __init__(self, seed, nodes, digests, answers, query):
        super().__init__(daemon=True)
        self.random, self.nodes, self.query = random.Random(seed), nodes, query
        self.answers, self.digests = answers, digests
        self.runs = sorted({run for _, run in answers})
        self.ended = threading.Event()
        self.asked, self.wrong, self.lost, self.detours = 0, [], [], []

    def answer(self, run, digest):
        begin, first = time.monotonic(), self.random.randrange(len(self.nodes))
        for turn in itertools.count(first):
            node = self.nodes[turn % len(self.nodes)]
            try:
                return self.query(node.url, JUDGED, (run,), contract=digest,
                                  timeout=PATIENCE), node.name
            except OSError:
                waited = time.monotonic() - begin
                self.detours.append(waited)
                if waited > PATIENCE:
                    raise
                time.sleep(0.01)

    def ask(self):
        run = self.random.choice(self.runs)
        digest = self.random.choice(self.digests)
        try:
            got, name = self.answer(run, digest)
        except (OSError, sqlite3.Error) as problem:
            self.lost.append(str(problem))
            return
        self.asked += 1
        want = self.answers[digest, run]
        if got != want:
            self.wrong.append((name, digest, run, got, want))

    def run(self):
        while not self.ended.is_set():
            self.ask()


def totals(readers):
    for reader in readers:
        reader.ended.set()
    for reader in readers:
        reader.join()
    return (sum(each.asked for each in readers),
            [x for each in readers for x in each.wrong],
            [x for each in readers for x in each.lost])


def test_leaks(cluster, connect, digests, ok, query, seconds=5):
    answers = expected(connect, digests, runs_of(connect()))
    kinds = {tuple(map(str, answers[digest, run][0][1:]))
             for digest, run in answers}
    ok(len(kinds) > 20, "contracts and runs have answers of their own", len(kinds))
    readers = [Reader(seed, cluster.nodes, [*digests, None], answers, query)
               for seed in range(THREADS)]
    for reader in readers:
        reader.start()
    time.sleep(seconds)
    asked, wrong, lost = totals(readers)
    ok(asked > 100 and not wrong and not lost,
       f"{asked} requests by {THREADS} threads under {len(digests)} contracts and none: "
       "no setting leaks", wrong[:3], lost[:3])


class Writer(threading.Thread):
    """Writes rows to the primary, one row in each request. Remembers the acknowledged
    rows."""

    def __init__(self, primary, repetition, query):
        super().__init__(daemon=True)
        self.primary, self.repetition, self.query = primary, repetition, query
        self.written, self.refused, self.ended = [], 0, threading.Event()

    def run(self):
        number = 0
        while not self.ended.is_set():
            number += 1
            try:
                self.query(self.primary.url, "INSERT INTO marks VALUES (?, ?)",
                           (self.repetition, number), timeout=5)
                self.written.append((self.repetition, number))
            except (OSError, sqlite3.Error):
                self.refused += 1
                time.sleep(0.05)


class Supervisor(threading.Thread):
    """Does what an init system would do: restarts each replica that says it has no
    database. A replica can lose its database. When the primary begins a new log, the
    replica deletes its own log, and sometimes gets no new one. This thread never ends: if
    it ended, the kernel would kill the nodes that the thread started."""

    def __init__(self, replicas, query):
        super().__init__(daemon=True)
        self.replicas, self.query = replicas, query
        self.restarted, self.idle = [], threading.Event()
        self.ended = threading.Event()

    def run(self):
        self.supervise()
        self.idle.set()
        threading.Event().wait()

    def supervise(self):
        while not self.ended.wait(0.1):
            for node in self.replicas:
                try:
                    self.query(node.url, "SELECT 1", timeout=5)
                except OSError as problem:
                    if str(problem).startswith("404"):
                        node.kill()
                        node.start()
                        self.restarted.append(node.name)


def rows_of(node, query, wait_for):
    wait_for(node, "SELECT 1", [(1,)])
    return set(query(node.url, "SELECT * FROM marks"))


def kill_once(cluster, repetition, readers, query, wait_for):
    """Kills and restarts the primary. Returns what `readers` saw, and each row that the
    primary acknowledged but a node lacks. `back` is the number of seconds until the
    primary answers again. `caught_up` has the number of seconds until each replica has a
    row that is written after the kill."""
    primary, replicas = cluster.nodes[0], cluster.nodes[1:]
    writer = Writer(primary, repetition, query)
    for thread in [*readers, writer]:
        thread.start()
    time.sleep(0.4)
    primary.kill()
    time.sleep(0.6)
    asked_dead = sum(each.asked for each in readers)
    primary.start()
    back = wait_for(primary, "SELECT 1", [(1,)])
    writer.ended.set()
    writer.join()
    query(primary.url, "INSERT INTO marks VALUES (?, 0)", (repetition,))
    mark = f"SELECT count(*) FROM marks WHERE repetition = {repetition} AND number = 0"
    caught_up = [wait_for(node, mark, [(1,)]) for node in replicas]
    missing = []
    for node in cluster.nodes:
        rows = rows_of(node, query, wait_for)
        missing += [(node.name, row) for row in writer.written if row not in rows]
    asked, wrong, lost = totals(readers)
    return dict(asked=asked, asked_dead=asked_dead, wrong=wrong, lost=lost,
                missing=missing, written=len(writer.written), refused=writer.refused,
                back=back, caught_up=caught_up,
                detours=[x for each in readers for x in each.detours])


def test_kills(cluster, connect, digests, ok, query, wait_for, repeat):
    answers = expected(connect, digests, runs_of(connect()))
    query(cluster.nodes[0].url, "CREATE TABLE marks(repetition INT, number INT)")
    for node in cluster.nodes:
        wait_for(node, "SELECT count(*) FROM marks", [(0,)])

    supervisor = Supervisor(cluster.nodes[1:], query)
    supervisor.start()
    seen = []
    for number in range(repeat):
        readers = [Reader(4 * number + each, cluster.nodes[1:], digests, answers, query)
                   for each in range(4)]
        seen.append(kill_once(cluster, number, readers, query, wait_for))
    supervisor.ended.set()
    supervisor.idle.wait()
    for node in cluster.nodes:  # the node may have restarted just now
        wait_for(node, "SELECT count(*) > 0 FROM marks", [(1,)])
    report_kills(seen, supervisor.restarted, repeat, ok)


def report_kills(seen, restarted, repeat, ok):
    asked = sum(each["asked"] for each in seen)
    for what in "wrong", "lost", "missing":
        found = [x for each in seen for x in each[what]]
        ok(found == [], f"{repeat} kills, {asked} reads of replicas, "
           f"{sum(each['written'] for each in seen)} acknowledged writes: none {what}",
           len(found), found[:3])
    ok(all(each["asked"] > each["asked_dead"] > 0 and each["refused"] > 0
           and each["written"] > 0 for each in seen),
       "without a primary readers read on, and writers get an error",
       [(each["asked_dead"], each["refused"]) for each in seen])
    detours = [x for each in seen for x in each["detours"]]
    print(f"# {len(detours)} times a replica did not answer and another one was asked, "
          f"the longest search took {max(detours, default=0):.2f} s; "
          f"{len(restarted)} times a replica had to be restarted")
    slow = [each["caught_up"] for each in seen if None in each["caught_up"]]
    ok(not slow and all(each["back"] is not None for each in seen),
       "each time the primary came back and the replicas caught up", slow[:3])
    if not slow:
        times = [second for each in seen for second in each["caught_up"]]
        print(f"# primary back after {statistics.median(e['back'] for e in seen):.2f} s, "
              f"a row is on a replica after {statistics.median(times):.2f} s (median), "
              f"{max(times):.2f} s (longest)")


def milliseconds(call, times):
    begin = time.perf_counter()
    for _ in range(times):
        call()
    return (time.perf_counter() - begin) * 1000 / times


def test_cost(cluster, digests, ok, query):
    """Measures how many milliseconds longer a request takes if it loads and requires a
    contract (stored settings)."""
    node = cluster.nodes[1]
    sql = "SELECT assay_settings_hash()"
    plain, under = [], []
    for _ in range(5):
        plain.append(milliseconds(lambda: query(node.url, sql), 40))
        under.append(milliseconds(lambda: query(node.url, sql, contract=digests[1]), 40))
    plain, under = statistics.median(plain), statistics.median(under)
    print(f"# a request: {plain:.2f} ms; under a contract {under:.2f} ms; "
          f"so its loading costs {under - plain:.2f} ms")
    ok(under < plain + 50, "a contract costs less than 50 ms a request", plain, under)


MANY = """
INSERT INTO many
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {last} - 1)
SELECT {first} + i / 4, 1 + i % 4, (500 + i * 7919 % 500) / 1000.0,
       (500 + i * 104729 % 500) / 1000.0, (500 + i * 1299709 % 500) / 1000.0,
       (500 + i * 15485863 % 500) / 1000.0, (500 + i * 32452843 % 500) / 1000.0,
       i % 25, i % 11 = 0 FROM n"""
BEST = """
SELECT best, count(*) FROM (
  SELECT best_round(round, coverage, source_quality, agreement, verification, recency,
                    recent_sources, critical_contradictions) AS best
  FROM many WHERE run_id >= ? AND run_id < ? GROUP BY run_id)
GROUP BY best ORDER BY best"""


def make_many(execute, rounds, step=100000):
    execute("CREATE TABLE many(run_id INT, round INT, coverage, source_quality, "
            "agreement, verification, recency, recent_sources, critical_contradictions, "
            "PRIMARY KEY (run_id, round)) WITHOUT ROWID")
    for first in range(0, rounds, step):
        execute(MANY.format(first=first // 4, last=min(step, rounds - first)))


def merged(parts):
    total = {}
    for rows in parts:
        for best, runs in rows:
            total[best] = total.get(best, 0) + runs
    return sorted(total.items())


def ask_ranges(nodes, runs, pieces, query):
    """Lets every node take the next range of runs until no range is left."""
    edges = [runs * number // pieces for number in range(pieces + 1)]
    ranges, parts, lock = list(zip(edges, edges[1:])), [], threading.Lock()

    def work(node):
        while True:
            with lock:
                if not ranges:
                    return
                low, high = ranges.pop()
            rows = query(node.url, BEST, (low, high), timeout=600)
            with lock:
                parts.append(rows)
    threads = [threading.Thread(target=work, args=(node,)) for node in nodes]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begin, merged(parts)


def test_speed(cluster, local, ok, query, wait_for, rounds):
    make_many(local.execute, rounds)
    runs = rounds // 4
    want = merged([local.execute(BEST, (0, runs)).fetchall()])
    primary = cluster.nodes[0]
    begin = time.monotonic()
    make_many(lambda sql: query(primary.url, sql, timeout=300), rounds)
    made = time.monotonic() - begin
    late = [wait_for(node, "SELECT count(*) FROM many", [(rounds,)], 120)
            for node in cluster.nodes]
    ok(None not in late, f"{rounds} rounds reach the replicas", late)
    print(f"# {rounds} rounds: made on the primary in {made:.1f} s, on the replicas "
          f"{max(each or 0 for each in late):.1f} s later")
    seconds = []
    for nodes in (cluster.nodes[1:2], cluster.nodes[1:], cluster.nodes):
        shares = [Share(node, SHARE) for node in nodes]
        for share in shares:
            share.__enter__()
        took, got = ask_ranges(nodes, runs, 24, query)
        for share in shares:
            share.__exit__()
        seconds.append(took)
        ok(got == want, f"{rounds} rounds by {len(nodes)}: as on one machine", got, want)
    for number, took in enumerate(seconds, 1):
        print(f"# {number} nodes, each held to {SHARE:.0%} of a core: {took:.1f} s, "
              f"{seconds[0] / took:.2f} times one")
    ok(seconds[2] < seconds[0] / 1.5, "three nodes are faster than one", seconds)
