"""How a call reads the values that SQL passes: rules R1, R2 and R8 of ext/REFERENCE.md.

Python's values represent SQL's: NULL is None, an INTEGER an int, a REAL a float, TEXT a
str, a BLOB bytes. In TEXT that is not UTF-8, a lone surrogate represents each wrong byte
(PEP 383). A function that reads a datum (a reader) returns None if the datum is missing.
"""

import json
import math
import re
import sqlite3

DIMENSIONS = ("coverage", "source_quality", "agreement", "verification", "recency")

NUMERAL = re.compile(
    r"[ \t\n\v\f\r]*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[ \t\n\v\f\r]*")

plain_sql = sqlite3.connect(":memory:")


class Mistake(Exception):
    """Raised if the call itself is wrong: the right answer is an error (R1)."""


def cast(value, type_name):
    """Returns what SQLite's CAST makes of a value, on a connection without the
    extension."""
    return plain_sql.execute(f"SELECT CAST(? AS {type_name})", (value,)).fetchone()[0]


def number(value):
    """Reads an INTEGER, a REAL, or TEXT that is entirely a number; the number must be
    finite (R2).

    A TEXT that SQLite reads as an integer becomes that integer. Python reads any other
    TEXT as the nearest double, because SQLite's versions differ in some last bits.
    """
    if isinstance(value, str) and NUMERAL.fullmatch(value):
        made = cast(value, "NUMERIC")
        value = made if isinstance(made, int) else float(value)
    if isinstance(value, int):
        return value
    return value if isinstance(value, float) and math.isfinite(value) else None


def real(value):
    """Returns a number as the nearest double; -0.0 becomes 0.0."""
    value = number(value)
    return None if value is None else float(value) + 0.0


def at_least_zero(value):
    value = real(value)
    return None if value is None or value < 0 else value


def score(value):
    """Reads a number in 0..1, ends included (R2)."""
    value = real(value)
    return None if value is None or not 0 <= value <= 1 else value


def count(value):
    """Reads a whole number >= 0 (R2). 12.0 and '12' are counts; 12.7 gives None. A
    count above 2^53 becomes the nearest double, like every other number.
    """
    value = at_least_zero(value)
    return None if value is None or value % 1 != 0 else int(value)


def flag(value):
    """Reads the number 0 or 1; any other value gives None (R2)."""
    value = number(value)
    return int(value) if value in (0, 1) else None


def text(value):
    """Returns TEXT unchanged, and a number as SQLite writes it. A BLOB gives None."""
    if isinstance(value, (int, float)):
        return cast(value, "TEXT")
    return value if isinstance(value, str) else None


def lower(name):
    """Returns a name with its ASCII letters in lower case; other letters stay (R8)."""
    return re.sub("[A-Z]", lambda letter: letter.group().lower(), name)


def name(value):
    return lower(value) if isinstance(value, str) else None


def known(value, names):
    """Returns the canonical spelling of a value that is one of the names; any other value
    is a mistake (R1, R8)."""
    for canonical in names:
        if name(value) == lower(canonical):
            return canonical
    raise Mistake


def stated(value, reader):
    """Reads a number that a call states instead of a setting. If the number is missing,
    the call is a mistake."""
    value = reader(value)
    if value is None:
        raise Mistake
    return value


def stated_positive(value):
    """Reads a whole number >= 1 that a call states instead of a setting."""
    value = stated(value, count)
    if value < 1:
        raise Mistake
    return value


def agreed(stated_by_rows):
    """Returns the value that all used rows of a group state. If these rows state
    different values, the call is a mistake (R5)."""
    first, *others = stated_by_rows
    if any(other != first for other in others):
        raise Mistake
    return first


def sort_key(value):
    """Returns a key that sorts values as SQLite does: numbers, then TEXT, then BLOBs."""
    if isinstance(value, (int, float)):
        return (0, value)
    if isinstance(value, str):
        return (1, value.encode("utf-8", "surrogateescape"))
    return (2, value)


# --- evidence as one object -------------------------------------------------------------

# The names that evidence can have, in the order of a call's arguments. The dimensions
# come first.
EVIDENCE = (*DIMENSIONS, "recent_sources", "critical_contradictions", "regression")


class Members(list):
    """The members of a JSON object, as (name, value); a name may occur twice."""


def json_object(written):
    """Returns the members of a text that is one JSON object by RFC 8259; no members for
    any other text.
    """
    def refuse(constant):
        raise ValueError(constant)
    try:
        written.encode()  # raises an error for bytes that are not UTF-8
        content = json.loads(written, object_pairs_hook=Members, parse_constant=refuse,
                             parse_int=float)
    except (AttributeError, ValueError):
        return Members()
    return content if isinstance(content, Members) else Members()


def evidence(written, names=EVIDENCE):
    """Returns the values of evidence for `names`, in their order, as values of SQL. A
    name that is absent, occurs twice or has no usable value gives NULL. An absent
    regression is 0.
    """
    named = {}
    for member, value in json_object(written):
        named.setdefault(lower(member), []).append(value)
    data = []
    for name_of_datum in map(lower, names):
        values = named.get(name_of_datum, [0 if name_of_datum == "regression" else None])
        value = values[0] if len(values) == 1 else None
        if isinstance(value, bool):
            value = int(value) if name_of_datum == "regression" else None
        data.append(value if isinstance(value, (int, float, str)) else None)
    return data


def edits(a, b):
    """Returns the number of edits (optimal string alignment) between two sequences of
    bytes."""
    rows = {}
    for i in range(len(a) + 1):
        for j in range(len(b) + 1):
            ways = [] if i or j else [0]
            if i:
                ways.append(rows[i - 1, j] + 1)
            if j:
                ways.append(rows[i, j - 1] + 1)
            if i and j:
                ways.append(rows[i - 1, j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 2:i] == b[j - 2:j][::-1]:
                ways.append(rows[i - 2, j - 2] + 1)
            rows[i, j] = min(ways)
    return rows[len(a), len(b)]


def unknown(written, names, missing):
    """Returns the keys that are not names of evidence. If at most two edits turn a key
    into one of the `missing` names, the nearest name follows the key. The answer
    lists at most twenty keys, then the number of the other keys."""
    found = []
    for member, _ in json_object(written):
        if lower(member) in map(lower, names):
            continue
        member = re.sub("[\ud800-\udfff]", "\ufffd", member)
        key = lower(member).encode()
        near = [(edits(key, lower(label).encode()), place, label)
                for place, label in enumerate(missing)
                if len(key) <= 64 and len(label.encode()) <= 64]
        found.append(f"{member}: {min(near)[2]}?" if near and min(near)[0] <= 2
                     else member)
    return found[:20] + [f"and {len(found) - 20} more"] * (len(found) > 20)
