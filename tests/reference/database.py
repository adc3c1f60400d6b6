"""A connection with the extension, and an SQL table of arguments drawn at random."""

import json
import sqlite3

import rubrics
from connect import load

WIDEST = 13


def is_utf8(value):
    """Returns whether a text has no lone surrogate. A lone surrogate stands for a byte
    that is not UTF-8 (PEP 383)."""
    try:
        return not isinstance(value, str) or value.encode() is not None
    except UnicodeEncodeError:
        return False


class Database:
    def __init__(self, encoding="UTF-8"):
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.encoding = encoding
        self.connection.execute(f"PRAGMA encoding = '{encoding}'")
        load(self.connection)
        self.connection.execute("SELECT assay_load_yaml(?, 'strict')",
                                [json.dumps(rubrics.DOCUMENT)])
        self.connection.text_factory = self.read_text
        columns = ", ".join(f"a{k}" for k in range(WIDEST))
        self.connection.execute("CREATE TABLE drawn("
                                f"id INTEGER, place, part, kept, shuffled, {columns})")

    @staticmethod
    def read_text(coded):
        return coded.decode("utf-8", "surrogateescape")

    def can_hold(self, value):
        """Returns whether the database can store the value. A database in UTF-16 can't
        store a text whose bytes are not UTF-8."""
        return self.encoding == "UTF-8" or is_utf8(value)

    # --- arguments ----------------------------------------------------------------------

    def literal(self, value):
        """Returns a value as a literal of SQL. A text that has a NUL or is not UTF-8 is
        written as a BLOB, which CAST turns into TEXT."""
        if value is None:
            return "NULL"
        if isinstance(value, bytes):
            return f"x'{value.hex()}'"
        if isinstance(value, str) and ("\0" in value or not is_utf8(value)):
            coded = value.encode(self.encoding, "surrogateescape")
            return f"CAST(x'{coded.hex()}' AS TEXT)"
        if isinstance(value, str):
            return "'" + value.replace("'", "''") + "'"
        if value == -2 ** 63 and isinstance(value, int):
            return "(-9223372036854775807 - 1)"
        return repr(value).replace("inf", "9e999")

    def reads_back(self, value):
        """Returns whether SQLite reads the value's literal as the same value, to the last
        bit of a REAL."""
        return self.value(f"SELECT {self.literal(value)}") == value

    @staticmethod
    def place(value, number=""):
        """Returns the placeholder of a parameter. A text that is not UTF-8 is bound as a
        BLOB, which CAST turns into TEXT."""
        return f"?{number}" if is_utf8(value) else f"CAST(?{number} AS TEXT)"

    @staticmethod
    def parameter(value):
        return value if is_utf8(value) else value.encode("utf-8", "surrogateescape")

    def call_of(self, call, shared=None):
        """Returns a call of an aggregate whose arguments are the columns. The values in
        `shared`, as literals, replace the last columns."""
        arguments = [f"a{k}" for k in range(call.arity)]
        if shared:
            arguments[-len(shared):] = map(self.literal, shared)
        return f"{call.name}({', '.join(arguments)})"

    # --- queries ------------------------------------------------------------------------

    def fill(self, rows, draw=None):
        """Stores one row for each row of arguments. With `draw`, also stores random
        columns, by which window functions partition, order and filter.
        """
        self.connection.execute("DELETE FROM drawn")
        for at, row in enumerate(rows):
            kept = [at, *(draw.randint(0, most) for most in (9, 1, 2, 99))] if draw else \
                [at, 0, 0, 0, 0]
            places = ", ".join(map(self.place, kept + row))
            columns = ", ".join(f"a{k}" for k in range(len(row)))
            self.connection.execute(
                f"INSERT INTO drawn(id, place, part, kept, shuffled, {columns}) "
                f"VALUES ({places})", [self.parameter(value) for value in kept + row])

    def rows(self, sql, parameters=()):
        values = [self.parameter(value) for value in parameters]
        return self.connection.execute(sql, values).fetchall()

    def value(self, sql, parameters=()):
        try:
            return self.rows(sql, parameters)[0][-1]
        except sqlite3.Error as error:
            return error
