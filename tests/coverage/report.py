"""Branch coverage of ext/ from gcov's data: report.py BUILD

Prints a table by file and every branch that no test took.  A branch is excused by a
comment at its line's end, or on the lines just above it:

    /* unreachable: why no input can take it */
    /* untested: why no test takes it */

An excuse stands for one branch; `unreachable, 2 branches: why` for as many as it says.
Exit status 1 where a branch is neither taken nor excused, where an excuse stands at a
line that has not as many branches left as it says, and where it gives no reason.

Every file is compiled twice, into the library and into the extension, and an inline
function of a header into many objects, those of the tests among them: a branch is taken
where it is taken in any of them.
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys

EXCUSE = re.compile(r"/\*\s*(?:unreachable|untested)\b(.*)")
REASON = re.compile(r"(?:, (\d+) branches)?: (?=\w+\W+\w)")  # of two words at least

Excuse = collections.namedtuple("Excuse", "comment branches")


def gcov_files(build):
    """Yields what gcov knows of each source file under ext/, once for each object.  Of one
    that was moved an older build may know, too."""
    data = [name for kind in ("static", "shared", "tests")
            for name in glob.glob(os.path.join(build, kind, "**", "*.gcno"),
                                  recursive=True)]
    command = ["gcov", "--json-format", "--stdout", "--branch-probabilities"]
    out = subprocess.run(command + sorted(data), stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=True, text=True).stdout
    for line in out.splitlines():
        if not line.startswith("{"):
            continue
        for source in json.loads(line)["files"]:
            name = os.path.relpath(source["file"])
            if name.startswith("ext" + os.sep) and os.path.exists(name):
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


def excuses(text, problems, name):
    """{number of a line of code: the excuse for its branches}; text is its lines."""
    found = {}
    for number, line in enumerate(text, 1):
        match = EXCUSE.search(line)
        if not match:
            continue
        last = number
        while "*/" not in text[last - 1]:
            last += 1
        comment = " ".join([match[1]] + text[number:last]).split("*/")[0]
        reason = REASON.match(comment)
        if not reason:
            problems.append(f"{name}:{number}: an excuse without a reason")
            continue
        at_end = line[:match.start()].strip()
        branches = int(reason[1]) if reason[1] else 1
        found[number if at_end else last + 1] = Excuse(number, branches)
    return found


def look_at(name, counts, problems):
    """Compares the branches of a file with its excuses; returns how many it excuses."""
    with open(name, encoding="utf-8") as source:
        text = source.read().splitlines()
    excused = 0
    excuse = excuses(text, problems, name)
    for number in sorted(set(counts) | set(excuse)):
        branches = counts.get(number, {})
        missed = [index for index, taken in enumerate(branches.values(), 1) if not taken]
        granted = excuse.get(number)
        if granted and granted.branches == len(missed):
            excused += len(missed)
        elif granted:
            problems.append(f"{name}:{granted.comment}: excuses {granted.branches} "
                            f"where {len(missed)} of {len(branches)} are never taken")
        elif missed:
            which = ", ".join(map(str, missed))
            problems.append(f"{name}:{number}: never taken: {which} of "
                            f"{len(branches)}: {text[number - 1].strip()}")
    return excused


def main():
    branches, lines = gather(sys.argv[1])
    total = taken = excused = 0
    problems = []
    print(f"{'file':34} {'lines':>12} {'branches':>12} {'excused':>8}")
    names = sorted(set(lines) | set(glob.glob("ext/**/*.[ch]", recursive=True)))
    for name in names:
        counts = branches[name]
        file_total = sum(len(b) for b in counts.values())
        file_taken = sum(1 for b in counts.values() for n in b.values() if n > 0)
        file_excused = look_at(name, counts, problems)
        run = sum(1 for n in lines[name].values() if n > 0)
        if lines[name]:
            print(f"{name:34} {run:5}/{len(lines[name]):<6} "
                  f"{file_taken:5}/{file_total:<6} {file_excused:8}")
        total, taken, excused = (total + file_total, taken + file_taken,
                                 excused + file_excused)
    share = 100.0 * (taken + excused) / total if total else 0.0
    print(f"{taken} of {total} branches taken, {excused} excused: {share:.2f} %")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
