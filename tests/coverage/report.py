"""Branch coverage of ext/ from gcov's data: report.py BUILD

Prints a table by file and every branch that no test took.  A branch is excused by a
comment at its line's end or on the lines just above it:

    /* unreachable: why no input can take it */
    /* untested: why no test takes it */

Exit status 1 where a branch is neither taken nor excused, or where an excuse stands at a
line all of whose branches are taken.

An inline function of a header is compiled into many objects: a branch of it is taken where
it is taken in any of them.
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys

EXCUSE = re.compile(r"/\*\s*(unreachable|untested):\s*(\S.*)")


def gcov_files(build):
    """Yields what gcov knows of each source file under ext/, once for each object."""
    data = glob.glob(os.path.join(build, "static", "**", "*.gcno"), recursive=True)
    command = ["gcov", "--json-format", "--stdout", "--branch-probabilities"]
    out = subprocess.run(command + sorted(data), stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=True, text=True).stdout
    for line in out.splitlines():
        if not line.startswith("{"):
            continue
        for source in json.loads(line)["files"]:
            name = os.path.relpath(source["file"])
            if name.startswith("ext" + os.sep):
                yield name, source


def gather(build):
    """{file: {line: {branch: times taken}}} and {file: {line: times run}}."""
    branches = collections.defaultdict(lambda: collections.defaultdict(dict))
    lines = collections.defaultdict(lambda: collections.defaultdict(int))
    for name, source in gcov_files(build):
        for line in source["lines"]:
            number = line["line_number"]
            lines[name][number] += line["count"]
            taken = branches[name][number]
            for index, branch in enumerate(line["branches"]):
                key = (line.get("function_name"), index)
                taken[key] = taken.get(key, 0) + branch["count"]
    return branches, lines


def excuses(name):
    """Numbers of the lines of code that a comment excuses, and the comment's own line."""
    found = {}
    with open(name, encoding="utf-8") as source:
        text = source.read().splitlines()
    for number, line in enumerate(text, 1):
        match = EXCUSE.search(line)
        if not match:
            continue
        if line[:match.start()].strip():
            found[number] = number
            continue
        last = number
        while "*/" not in text[last - 1]:
            last += 1
        found[last + 1] = number
    return found


def main():
    branches, lines = gather(sys.argv[1])
    total = taken = excused = 0
    problems = []
    print(f"{'file':34} {'lines':>12} {'branches':>12} {'excused':>8}")
    for name in sorted(lines):
        excuse = excuses(name)
        counts = branches[name]
        file_total = sum(len(b) for b in counts.values())
        file_taken = sum(1 for b in counts.values() for n in b.values() if n > 0)
        file_excused = 0
        for number in sorted(counts):
            missed = sum(1 for n in counts[number].values() if n == 0)
            if missed and number in excuse:
                file_excused += missed
            elif missed:
                problems.append(f"{name}:{number}: {missed} of {len(counts[number])} "
                                "branches never taken")
        for number, comment in excuse.items():
            if all(n > 0 for n in counts.get(number, {}).values()):
                problems.append(f"{name}:{comment}: excuses a line whose branches are all "
                                "taken, or that has none")
        run = sum(1 for n in lines[name].values() if n > 0)
        print(f"{name:34} {run:5}/{len(lines[name]):<6} {file_taken:5}/{file_total:<6} "
              f"{file_excused:8}")
        total, taken, excused = (total + file_total, taken + file_taken,
                                 excused + file_excused)
    share = 100.0 * (taken + excused) / total if total else 0.0
    print(f"{taken} of {total} branches taken, {excused} excused: {share:.2f} %")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
