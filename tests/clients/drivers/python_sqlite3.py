"""Runs battery.sql through Python's sqlite3."""

import platform
import sqlite3

from python_battery import main


def connect(path, extension):
    database = sqlite3.connect(path, isolation_level=None)
    if extension is not None:
        database.enable_load_extension(True)
        database.load_extension(extension)
    return database


def run(database, sql, values):
    yield from database.execute(sql, values)


if __name__ == "__main__":
    main(f"Python {platform.python_version()} sqlite3", sqlite3.sqlite_version, connect,
         run)
