"""The drivers in Python share this module. The file c.c beside it describes a plan's
steps and the form of an answer. A driver defines run(database, sql, values), which yields
the rows, and connect(path, extension); extension is None for a connection without the
extension."""

import struct
import sys

KINDS = {"int": 12, "float": 0.8, "whole float": 1.0, "text": "0.8", "null": None,
         "blob": b"0.8", "true": True, "false": False, "big int": 9007199254740993,
         "nan": float("nan")}


def value_of(kind):
    if kind.startswith("numpy "):
        import numpy
        return {"numpy int": numpy.int64(12), "numpy float": numpy.float64(0.8),
                "numpy bool": numpy.bool_(True)}[kind]
    return KINDS[kind]


def encoded(value):
    if value is None:
        return "N"
    if isinstance(value, bool):
        return f"L{value:d}"
    if isinstance(value, int):
        return f"I{value}"
    if isinstance(value, float):
        return "R" + struct.pack(">d", value).hex()
    if isinstance(value, str):
        return "T" + value.encode("utf-8", "surrogateescape").hex()
    return "B" + bytes(value).hex()


def main(client, sqlite, connect, run):
    extension, path, plan = sys.argv[1:]
    print("client", client, sep="\t")
    print("sqlite", sqlite, sep="\t")
    database = None
    with open(plan, encoding="utf-8") as steps:
        for step in steps:
            kind, *rest = step.rstrip("\n").split("\t")
            if kind in ("open", "bare"):
                if database is not None:
                    database.close()
                database = connect(path, extension if kind == "open" else None)
                continue
            name, sql = rest
            values = () if kind == "run" else (value_of(kind),)
            try:
                for row in run(database, sql, values):
                    print(name, *map(encoded, row), sep="\t")
            except Exception as error:
                print(name, "E" + str(error).encode("utf-8", "replace").hex(), sep="\t")
