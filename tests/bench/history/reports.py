"""Measures how long the reports take over a history, before and after sql/judged.sql
judges its rounds. `make bench-reports` calls it:

    reports.py EXTENSION BUILD RUNS   (REPEATS=3)

The sqlite3 shell runs reports of sql/reports as a user would. REPEATS times, it runs each
report over BUILD/bench/history-RUNS.db, then over a copy with judged rounds. Each report
must print the same over the two files. The program prints a table with the median and
range of each report's CPU seconds, and writes it to BUILD/bench/reports.md.
"""

import os
import resource
import shutil
import subprocess
import sys

from figures import cell
from history import REPEATS, SQL, Judged, Sqlite

REPORTS = ["stop_policy", "patience", "difficulty", "floor_sweep", "acceptability",
           "sensitivity", "stability", "masked_failures", "recency_window",
           "data_quality"]


def children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(extension, path, report):
    before = children()
    done = subprocess.run(
        ["sqlite3", "-readonly", path, "-cmd", f".load {os.path.relpath(extension)}",
         f".read sql/reports/{report}.sql"], capture_output=True, check=True,
        cwd=os.path.join(SQL, ".."))
    return children() - before, done.stdout


def main():
    extension, build, runs = sys.argv[1:]
    folder = os.path.join(os.path.abspath(build), "bench")
    extension = os.path.abspath(extension)
    path = os.path.join(folder, f"history-{runs}.db")
    judged = Judged(path, extension)
    judged.load()
    seconds, differing = {}, []
    for repeat in range(REPEATS):
        for report in REPORTS:
            cold, said = run(extension, path, report)
            warm, said_too = run(extension, judged.copy, report)
            seconds.setdefault(report, ([], []))
            seconds[report][0].append(cold)
            seconds[report][1].append(warm)
            if said != said_too:
                differing.append(report)
        print(f"  repeat {repeat + 1} of {REPEATS}", file=sys.stderr)
    judged.close()
    history = Sqlite(path)
    rounds = history.query("SELECT count(*) FROM rounds")[1][0][0]
    lines = [f"| {rounds:,} rounds | live views | judged |", "| --- | ---: | ---: |"]
    lines += [f"| {report} | {cell(cold)} | {cell(warm)} |"
              for report, (cold, warm) in seconds.items()]
    with open(os.path.join(folder, "reports.md"), "w", encoding="utf-8") as file:
        print("\n".join(lines), file=file)
    print("\n".join(lines))
    for report in differing:
        print(f"WRONG: {report} prints something else from judged rounds")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
