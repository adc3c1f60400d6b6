"""One question to one file by one process and by several: what sweep.py gains.

    cluster.py EXTENSION FILE [PROCESSES ...]     (REPEATS=3; 1 and 2 processes)

For each question and number of processes, asked in turns, REPEATS times, the median of:
seconds by the clock, processor seconds of all processes, and those of the busiest one.
The first depends on who else uses the machine; the last is what the clock would say where
each process has a processor of its own.  Linux only: processor seconds are read in /proc.
"""

import multiprocessing
import os
import resource
import statistics
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, "sql/cluster")
import history  # noqa: E402
import sweep  # noqa: E402

REPEATS = int(os.environ.get("REPEATS", "3"))
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
QUESTIONS = {
    "best round of each run": (
        "SELECT run_id, best_round(round, coverage, source_quality, agreement,"
        " verification, recency, recent_sources, critical_contradictions) AS keep"
        " FROM round_scores WHERE {part} GROUP BY run_id",
        "SELECT count(*), sum(keep) FROM parts"),
    "best round, as reported": (
        "SELECT run_id, best_round(round, coverage, source_quality, agreement,"
        " verification, recency, recent_sources, critical_contradictions) AS keep"
        " FROM rounds WHERE {part} GROUP BY run_id",
        "SELECT count(*), sum(keep) FROM parts"),
    "248 gates": (
        "SELECT t.high, t.min_sources, t.passing_runs FROM (SELECT gate_sweep(run_id,"
        " coverage, source_quality, agreement, verification, recency, recent_sources,"
        " critical_contradictions, '[0.6,0.65,0.7,0.75,0.8,0.85,0.9,0.95]', (WITH"
        " RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 30) SELECT"
        " json_group_array(i) FROM n)) AS j FROM round_scores WHERE {part}) AS s,"
        " gate_sweep_rows(s.j) AS t",
        "SELECT high, min_sources, sum(passing_runs) FROM parts GROUP BY 1, 2"),
}


def spent(process):
    """Processor seconds of a process."""
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def processor_seconds():
    """Of this process and of those that have ended."""
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def ask(path, extension, processes, query, merge):
    """Clock, all processes, the busiest one, and the answer."""
    used = {}

    def look(_done, _total):
        for process in multiprocessing.active_children():
            used[process.pid] = max(spent(process), used.get(process.pid, 0))

    settings = history.settings_for(path, extension)
    start, before = time.perf_counter(), processor_seconds()
    answers = sweep.sweep([path], query, processes=processes, extension=extension,
                          settings=settings, progress=look)
    rows = [row for _, rows in sweep.merge(answers, merge, extension, settings)
            for row in rows]
    total = processor_seconds() - before
    return time.perf_counter() - start, total, max(used.values()), rows


def main():
    extension, path = map(os.path.abspath, sys.argv[1:3])
    counts = [int(word) for word in sys.argv[3:]] or [1, 2]
    print(f"{path}: {os.path.getsize(path) / 1e9:.2f} GB")
    for name, (query, merge) in QUESTIONS.items():
        found, answers = {count: [] for count in counts}, []
        for _ in range(REPEATS):
            for count in counts:
                *seconds, rows = ask(path, extension, count, query, merge)
                found[count].append(seconds)
                answers.append(rows)
        if any(rows != answers[0] for rows in answers):
            raise SystemExit(f"{name}: answers differ")
        for count in counts:
            clock, total, busiest = map(statistics.median, zip(*found[count]))
            print(f"{name}: {count} processes, clock {clock:.2f}, processor {total:.2f},"
                  f" busiest {busiest:.2f}", flush=True)


if __name__ == "__main__":
    main()
