"""Converts values between SQL and the form that the drivers print."""

import re
import struct

# A value is a pair: its type and its data. The type is I (INTEGER), R (REAL), T (TEXT),
# B (BLOB), N (NULL), L (a boolean) or E (an error).


def bits(number):
    return struct.pack(">d", number).hex()


def decoded(field):
    kind, rest = field[:1], field[1:]
    if kind in ("I", "L"):
        return kind, int(rest)
    if kind == "R":
        return kind, struct.unpack(">d", bytes.fromhex(rest))[0]
    if kind in ("T", "E"):
        return kind, bytes.fromhex(rest).decode("utf-8", "backslashreplace")
    return kind, bytes.fromhex(rest)


def shown(value):
    """Returns a value as SQL. Two doubles have the same text only if their bits are the
    same."""
    kind, data = value
    if kind == "N":
        return "NULL"
    if kind == "L":
        return "true" if data else "false"
    if kind == "T":
        return "'{}'".format(data.replace("'", "''"))
    if kind == "B":
        return f"x'{data.hex()}'"
    return f"error: {data}" if kind == "E" else repr(data)


def wire(text):
    """Turns a text that shown() returned into the form that drivers read and print."""
    if text == "NULL":
        return "N"
    if text.startswith("x'"):
        return "B" + text[2:-1]
    if text.startswith("'"):
        return "T" + text[1:-1].encode().hex()
    return "I" + text if re.fullmatch(r"-?\d+", text) else "R" + bits(float(text))
