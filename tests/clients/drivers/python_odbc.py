"""Runs battery.sql through ODBC: pyodbc, unixODBC and Debian's libsqliteodbc."""

import glob
import sys

import pyodbc

from python_battery import main

drivers = glob.glob("/usr/lib/*/odbc/libsqlite3odbc.so")
if not drivers:
    print("libsqliteodbc is not here", file=sys.stderr)
    sys.exit(77)


def connect(path, extension):
    load = "" if extension is None else f"LoadExt={extension};"
    return pyodbc.connect(f"Driver={drivers[0]};Database={path};{load}", autocommit=True)


def run(database, sql, values):
    cursor = database.execute(sql, *values)
    while cursor.description:
        row = cursor.fetchone()
        if row is None:
            break
        yield row


version = connect(":memory:", None).execute("SELECT sqlite_version()").fetchone()[0]
main(f"pyodbc {pyodbc.version}", version, connect, run)
