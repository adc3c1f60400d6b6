"""Runs battery.sql through pandas.read_sql on a connection of sqlite3. The answers are
the cells of the table that pandas returns."""

import sqlite3
import warnings

import pandas

from python_battery import main
from python_sqlite3 import connect

# pandas warns at each query over a connection of sqlite3, because it prefers SQLAlchemy.
warnings.simplefilter("ignore")


def plain(value):
    return value.item() if hasattr(value, "item") else value


def run(database, sql, values):
    frame = pandas.read_sql(sql, database, params=values)
    for row in zip(*(frame.iloc[:, i] for i in range(frame.shape[1]))):
        yield [plain(value) for value in row]


main(f"pandas {pandas.__version__}", sqlite3.sqlite_version, connect, run)
