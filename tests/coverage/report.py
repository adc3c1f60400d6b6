"""Reports the coverage of ext/. Usage: report.py BUILD, or report.py CONDITIONS.json

If the argument is a folder, reads the branches from gcov's data. If it is a file,
llvm-cov's export, reads each decision with several conditions. The measure is then
MC/DC: a condition is covered if tests show that it can change the decision by itself.
Prints a table by file, and every branch or condition that the tests miss. A comment at
the end of the line, or on the lines just above it, excuses a miss:

    /* unreachable: why no input can take it */
    /* untested: why no test takes it */

Either excuse covers one missed branch and one missed condition. `unreachable, 2 branches:
why` covers two branches. `unreachable, 1 condition: why` covers only a condition: tests
take its branches, but it never decides alone. The exit status is 1 if the tests miss a
branch or condition without an excuse. It is also 1 if an excuse covers more than the
tests miss on its line, or gives no reason.

Every file is compiled twice, into the library and into the extension. An inline function
of a header is compiled into many objects, also into test programs. A branch counts as
taken if at least one of these objects takes it.
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys

EXCUSE = re.compile(r"/\*\s*(?:unreachable|untested)\b(.*)")
REASON = re.compile(r"(?:, (\d+) branches)?(?:, (\d+) conditions?)?"
                    r": (?=\w+\W+\w)")  # two words at least

Excuse = collections.namedtuple("Excuse", "comment branches conditions")


def gcov_files(build):
    """Yields gcov's data of each source file under ext/, once for each object. Leaves out
    files that no longer exist, because an older build could still name them."""
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
    """Returns {file: {line: {branch: times taken}}} and {file: {line: times run}}."""
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
    """Returns {number of a line of code: the line's excuse}. `text` is the list of the
    file's lines."""
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
        branches = int(reason[1] or not reason[2])
        conditions = int(reason[2]) if reason[2] else None
        found[number if at_end else last + 1] = Excuse(number, branches, conditions)
    return found


def look_at(name, counts, problems):
    """Appends to `problems` each branch of the file that is missed or wrongly excused.
    Returns the number of excused branches."""
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


def decisions(export):
    """Returns {file: {decision: flags}}. A decision is (first line, first column,
    last line). It has a flag for each of its conditions: True if a test shows that the
    condition can decide by itself."""
    found = collections.defaultdict(dict)
    with open(export, encoding="utf-8") as source:
        functions = json.load(source)["data"][0]["functions"]
    for function in functions:
        name = os.path.relpath(function["filenames"][0])
        if not name.startswith("ext" + os.sep):
            continue
        for record in function["mcdc_records"]:
            place, shown = (record[0], record[1], record[2]), record[-1]
            before = found[name].get(place, [False] * len(shown))
            found[name][place] = [a or b for a, b in zip(before, shown)]
    return found


def look_at_conditions(name, of_file, problems):
    """Appends to `problems` each condition of the file that is missed or wrongly excused.
    Returns the number of excused conditions."""
    with open(name, encoding="utf-8") as source:
        text = source.read().splitlines()
    excused = 0
    excuse = excuses(text, [], name)
    for (first, _, last), shown in sorted(of_file.items()):
        missed = [index for index, is_shown in enumerate(shown, 1) if not is_shown]
        granted = [excuse[line] for line in range(first, last + 1) if line in excuse]
        room = sum(e.branches if e.conditions is None else e.conditions for e in granted)
        if missed and len(missed) <= room:
            excused += len(missed)
        elif missed:
            which = ", ".join(map(str, missed))
            problems.append(f"{name}:{first}: never decides alone: {which} of "
                            f"{len(shown)}: {text[first - 1].strip()}")
        stated = sum(e.conditions or 0 for e in granted)
        if stated > len(missed):
            problems.append(f"{name}:{granted[0].comment}: excuses {stated} conditions "
                            f"where {len(missed)} never decide alone")
    return excused


def conditions(export):
    total = alone = excused = 0
    problems = []
    for name, of_file in sorted(decisions(export).items()):
        shown = [is_shown for each in of_file.values() for is_shown in each]
        file_excused = look_at_conditions(name, of_file, problems)
        print(f"{name:40} {sum(shown):5}/{len(shown):<6} {file_excused:8}")
        total, alone, excused = (total + len(shown), alone + sum(shown),
                                 excused + file_excused)
    share = 100.0 * (alone + excused) / total if total else 0.0
    print(f"{alone} of {total} conditions decide alone, {excused} excused: {share:.2f} %")
    print("\n".join(problems))
    return 1 if problems or not total else 0


def main():
    if os.path.isfile(sys.argv[1]):
        return conditions(sys.argv[1])
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
