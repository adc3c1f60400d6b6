"""Runs battery.sql through SQLAlchemy. A handler of SQLAlchemy's connect event loads the
extension."""

import sqlite3

import sqlalchemy

from python_battery import main


class Database:
    def __init__(self, path, extension):
        self.engine = sqlalchemy.create_engine("sqlite:///" + path)
        if extension is not None:
            sqlalchemy.event.listen(self.engine, "connect", self.load)
        self.extension = extension
        self.connection = self.engine.connect()

    def load(self, connection, record):
        connection.enable_load_extension(True)
        connection.load_extension(self.extension)
        connection.enable_load_extension(False)

    def close(self):
        self.connection.close()
        self.engine.dispose()


def run(database, sql, values):
    result = database.connection.exec_driver_sql(sql, values)
    if result.returns_rows:
        yield from result


main(f"SQLAlchemy {sqlalchemy.__version__}", sqlite3.sqlite_version, Database, run)
