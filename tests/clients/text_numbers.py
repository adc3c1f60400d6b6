"""Tests numbers from clients that bind every value as TEXT, as clients in Perl, Tcl and
PHP do.

A function reads a TEXT that is a number as that number (R2). The virtual table
assay_functions has an example for each function. The test replaces an example's literal
numbers by bound parameters. It binds the example's numbers, then random numbers of the
same kind. Each time it first binds them as numbers. Then it binds the numbers of one
argument as TEXT, and at last all numbers as TEXT. The answers must be the same.
"""

import os
import random
import re
import sqlite3
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import tap  # noqa: E402
from connect import connect  # noqa: E402

DRAWS = 40

# Arguments that accept any value. In these arguments '1' and 1 are different values, as
# in SQLite.
ANY_VALUE = {
    "run": "an id of any type; SQLite tells '7' from 7",
    "round": "returned as it is, and compared as SQLite compares values",
    "result": "returned as it is",
    "source": "written as it is; a node of a graph",
    "target": "a node of a graph",
    "cluster": "a name of any type, as for GROUP BY",
    "cluster_source": "a name of any type", "cluster_target": "a name of any type",
    "focus": "a node of a graph",
    "reply": "a text", "json": "a text", "query": "a text", "text": "a text",
}
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
COLUMN = re.compile(r"column([0-9]+)")
SPELLINGS = ("{}", " {} ", "{}e0")


def closing(text, start):
    """Returns the position after the parenthesis that closes the parenthesis at `start`;
    parentheses in quotes are skipped."""
    depth, quoted = 0, False
    for at in range(start, len(text)):
        quoted ^= text[at] == "'"
        depth += (text[at] == "(") - (text[at] == ")") if not quoted else 0
        if depth == 0:
            return at + 1
    raise ValueError(text)


def parts(text):
    """Splits a text at the commas that are outside parentheses and quotes."""
    found, depth, quoted = [""], 0, False
    for char in text:
        quoted ^= char == "'"
        depth += (char == "(") - (char == ")") if not quoted else 0
        if char == "," and depth == 0 and not quoted:
            found.append("")
        else:
            found[-1] += char
    return [part.strip() for part in found]


class Example:
    """A function's example. In `sql`, bound parameters replace the literal numbers;
    `numbers` has a pair for each parameter: (the number's text, the argument's name)."""

    def __init__(self, name, signature, example):
        self.names = [re.sub(r"[][]| TEXT| NUMBER", "", part).strip() for part in
                      parts(signature.partition("(")[2].rpartition(")")[0])]
        self.numbers, self.sql = [], example
        if not example.startswith("SELECT "):
            self.sql = f"SELECT {example}"
        start = re.search(rf"\b{name}\(", self.sql)
        if start is None:
            return
        end = closing(self.sql, start.end() - 1)
        values = self.sql.find("VALUES ", end)
        call = parts(self.sql[start.end():end - 1])
        columns = {COLUMN.fullmatch(part)[1]: name for part, name in zip(call, self.names)
                   if COLUMN.fullmatch(part)}
        bound = [self.parameter(*each) for each in zip(call, self.names)]
        tail = self.sql[end:]
        if values >= 0 and columns:
            tail = self.sql[end:values + 7] + self.rows(self.sql[values + 7:], columns)
        self.sql = f"{self.sql[:start.end()]}{', '.join(bound)}){tail}"

    def rows(self, text, columns):
        """Replaces the numbers in the rows of VALUES. `text` begins after VALUES; the
        rows end before the parenthesis that closes the subquery."""
        end = closing("(" + text, 0) - 2
        rows = [[self.parameter(value, columns.get(str(i)))
                 for i, value in enumerate(parts(row[1:-1]), 1)]
                for row in parts(text[:end])]
        return ", ".join(f"({', '.join(row)})" for row in rows) + text[end:]

    def parameter(self, written, name):
        if name is None or name in ANY_VALUE or not NUMBER.fullmatch(written):
            return written
        self.numbers.append((written, name))
        return "?"

    def draw(self, draw):
        """Returns the example's numbers, about half of them replaced by random numbers: a
        whole number by a whole number, a decimal by a decimal up to 1."""
        def other(written):
            if "." in written:
                return draw.choice(("0.5", "0.75", "0.85", "0.95",
                                    f"{draw.random():.3f}"))
            return str(draw.choice((0, 1, 2, 5, draw.randint(0, 99))))
        return [written if draw.random() < 0.5 else other(written)
                for written, _ in self.numbers]

    def answer(self, db, numbers, as_text=(), spelling="{}"):
        """Returns the example's answer or its error message. Leaves out the value that
        the message quotes at its end."""
        sent = [spelling.format(written) if name in as_text
                else float(written) if "." in written else int(written)
                for written, (_, name) in zip(numbers, self.numbers)]
        try:
            return db.execute(self.sql, sent).fetchall()
        except sqlite3.Error as error:
            return str(error).partition(", got ")[0]


def differences(db, example, names, draw):
    """Describes each call that gives another answer if arguments are TEXT instead of
    numbers."""
    drawn = [[written for written, _ in example.numbers]]
    drawn += [example.draw(draw) for _ in range(DRAWS)]
    for numbers in drawn:
        want = example.answer(db, numbers)
        if numbers is drawn[0] and isinstance(want, str):
            yield f"{example.sql}: {want}"
        for some in [*([name] for name in names), names]:
            spelling = draw.choice(SPELLINGS)
            got = example.answer(db, numbers, some, spelling)
            if repr(got) != repr(want):
                yield f"{numbers}, {some} as {spelling!r}: {got!r}, not {want!r}"


def main():
    db, draw = connect(), random.Random(1)
    table = db.execute("SELECT name, signature, example FROM assay_functions")
    for row in table.fetchall():
        example = Example(*row)
        names = sorted({name for _, name in example.numbers})
        if not names:
            continue
        wrong = list(differences(db, example, names, draw))
        tap.ok(not wrong, " ".join([row[1], "with TEXT as", *names]), *wrong[:3])
    return tap.finish() or tap.tests < 60


if __name__ == "__main__":
    raise SystemExit(main())
