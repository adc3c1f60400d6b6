"""Runs battery.sql through every client, and compares the answers with those of SQLite's
C interface.

    CLIENTS='perl tcl' compare.py      runs two clients; by default, all of clients.py

For each client, a program in tests/clients/drivers runs the steps and prints the client's
answers, with the bits of each double. differences.json lists every difference between a
client and C. The test fails if a difference is not listed, or if a listed difference does
not appear. For each client differences.json has:

    errors   a regular expression for the client's error text; its group named
             `message` matches SQLite's message
    rules    names of rules in rules.py that change C's answers, each with the reason
    binds    like KINDS in clients.py, only for the values that differ;
             `error: ...` if the client refuses the value
    steps    answers to single steps, each with the reason

Values are written as in SQL. RECORD=1 prints the steps that differ, in the format of
differences.json; you then add the reasons. A client that is not installed is a SKIP.
"""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from clients import CLIENTS, CLIENTS_FOLDER, SCRATCH, Missing, kinds_of
from plan import DRIVER, battery, plan_of, run_plan, views
from rules import RULES
from values import shown, wire

REFERENCE = os.path.join(os.environ.get("BUILD", "build"), "tests/clients/drivers/c")


class Tap:
    count = 0
    failed = 0

    def ok(self, passed, name, *comments):
        self.count += 1
        self.failed += not passed
        print("ok" if passed else "not ok", self.count, "-", name.replace("#", "\\#"))
        if not passed:
            for comment in comments:
                print("#  ", str(comment).replace("\0", "\\0").replace("\n", "\n#   "))

    def skip(self, name, why):
        self.count += 1
        print("ok", self.count, "-", name, "# SKIP", why)


def text_of(rows):
    """Returns the rows of an answer in the format of differences.json."""
    return [", ".join(map(shown, row)) for row in rows]


def reference(steps, differences, clients):
    """Returns the answers of the C driver, {name: rows}. A step with a parameter runs
    once for each value that some client binds. The answer's name ends with the value."""
    values = set()
    for client in clients:
        binds = differences.get(client, {}).get("binds", {})
        texts = [*kinds_of(client).values(), *binds.values()]
        values |= {wire(text) for text in texts if not text.startswith("error: ")}
    kinds = {value: value for value in sorted(values)}
    return run_plan("c", [REFERENCE], {}, list(plan_of(steps, kinds)))[1]


class Expected:
    """The expected answers of one client. `seen` has those listed differences that have
    appeared."""

    def __init__(self, client, answers, differences):
        self.client = client
        self.answers = answers
        self.errors = differences.get("errors")
        self.rules = differences.get("rules", {})
        self.binds = differences.get("binds", {})
        self.steps = differences.get("steps", {})
        self.usual = kinds_of(client)
        self.kinds = {**self.usual, **self.binds}
        self.seen = set()
        self.names = {name.partition("/")[0] for name in answers}

    def by_rules(self, name):
        question, _, kind = name.partition("/")
        if question not in self.names:
            return []
        bound = self.kinds.get(kind, "")
        if bound.startswith("error: "):
            return [bound]
        rows = self.answers[f"{question}/{wire(bound)}" if kind else name]
        for rule in self.rules:
            changed = RULES[rule](rows)
            if text_of(changed) != text_of(rows):
                self.seen.add(rule)
            rows = changed
        return text_of(rows)

    def answer(self, name):
        expected = self.by_rules(name)
        if name not in self.steps:
            return expected
        if self.steps[name]["got"] != expected:
            self.seen.add(name)
        return self.steps[name]["got"]

    def got(self, rows):
        """Returns a client's rows, without the text that the client adds to error
        messages."""
        lines = text_of(rows)
        if self.errors and lines and rows[-1][0][0] == "E":
            match = re.fullmatch(self.errors, rows[-1][0][1], re.S)
            if match:
                self.seen.add("errors")
                lines[-1] = "error: " + match["message"]
        return lines

    def not_seen(self):
        stated = {*self.rules, *self.steps, *(["errors"] if self.errors else [])}
        usual = {kind for kind, value in self.binds.items() if value == self.usual[kind]}
        return sorted((stated - self.seen) | usual)

    def without_reason(self):
        return sorted([rule for rule, why in self.rules.items() if not why]
                      + [name for name, step in self.steps.items() if not step["why"]])


def first_difference(got, expected):
    for i in range(max(len(got), len(expected))):
        pair = [lines[i] if i < len(lines) else "(no row)" for lines in (got, expected)]
        if pair[0] != pair[1]:
            return [f"row {i + 1}", f" got: {pair[0][:600]}", f"want: {pair[1][:600]}"]
    return []


def compare(tap, client, answers, expected):
    differing = {}
    for name, rows in answers.items():
        got, want = expected.got(rows), expected.answer(name)
        tap.ok(got == want, f"{client}: {name}", *first_difference(got, want))
        if got != want:
            differing[name] = {"why": "", "got": got}
    tap.ok(not expected.not_seen(), f"{client}: every difference that is stated is seen",
           *expected.not_seen())
    tap.ok(not expected.without_reason(), f"{client}: each has its reason",
           *expected.without_reason())
    if os.environ.get("RECORD") and differing:
        for line in json.dumps(differing, indent=1, ensure_ascii=False).splitlines():
            print("# " + line)


def same_as_c(answers, expected):
    """Returns how many answers equal those of the C driver in every bit, without rules
    and listed differences."""
    plain = Expected(expected.client, expected.answers, {})
    return sum(text_of(rows) == plain.by_rules(name) for name, rows in answers.items())


def in_readme(row):
    """Finds in the table of tests/clients/README.md a row for the same versions of client
    and SQLite as `row`. If there is none, returns `row`."""
    versions = row.rsplit("|", 3)[0] + "|"
    with open(os.path.join(CLIENTS_FOLDER, "README.md"), encoding="utf-8") as file:
        rows = [line.rstrip("\n") for line in file if line.startswith(versions)]
    return rows[0] if rows else row


def run(client, steps):
    """Returns the client's name and answers, or the reason why it can't run."""
    try:
        command, environment = CLIENTS[client]()
        kinds = {kind: kind for kind in kinds_of(client)}
        return run_plan(client, command, environment, list(plan_of(steps, kinds)))
    except Missing as why:
        return why
    except subprocess.TimeoutExpired as late:
        return {}, {DRIVER: [[("E", f"no end within {late.timeout} s")]]}


def main():
    clients = os.environ.get("CLIENTS", "").split() or list(CLIENTS)
    unknown = sorted(set(clients) - set(CLIENTS))
    if unknown:
        print(f"Bail out! no client {', '.join(unknown)}; there are {', '.join(CLIENTS)}")
        return 255
    with open(os.path.join(CLIENTS_FOLDER, "differences.json"), encoding="utf-8") as file:
        differences = json.load(file)
    steps = [*battery(), *views()]
    answers = reference(steps, differences, clients)
    if DRIVER in answers:
        print("Bail out! the C driver:", *text_of(answers[DRIVER]))
        return 255
    tap = Tap()
    table = ["| client | SQLite | answers | answers equal to C's, to the bit |",
             "| --- | --- | --- | --- |"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda name: run(name, steps), clients)
        for client, result in zip(clients, results):
            if isinstance(result, Missing):
                tap.skip(client, result)
                table.append(f"| {client} | SKIP: {result} | | |")
                continue
            who, got = result
            expected = Expected(client, answers, differences.get(client, {}))
            compare(tap, client, got, expected)
            row = (f"| {who.get('client')} | {who.get('sqlite')} | {len(got)} "
                   f"| {same_as_c(got, expected)} |")
            table.append(row)
            tap.ok(in_readme(row) == row, f"{client}: the README's numbers",
                   f"there: {in_readme(row)}", f" here: {row}")
    with open(os.path.join(SCRATCH, "results.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(table) + "\n")
    print(f"1..{tap.count}")
    return tap.failed > 0


sys.exit(main())
