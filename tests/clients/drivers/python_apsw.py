"""Runs battery.sql through apsw."""

import apsw

from python_battery import main


def connect(path, extension):
    database = apsw.Connection(path)
    if extension is not None:
        database.enableloadextension(True)
        database.loadextension(extension)
    return database


def run(database, sql, values):
    yield from database.cursor().execute(sql, values)


main(f"apsw {apsw.apswversion()}", apsw.sqlitelibversion(), connect, run)
