"""Runs battery.sql through the sqlite-utils command, in this process. The answers are
read from the JSON that the command prints. Each query opens a new connection."""

import base64
import io
import json
import sqlite3
from contextlib import redirect_stdout
from importlib.metadata import version

from sqlite_utils import cli

from python_battery import main


class Database:
    def __init__(self, path, extension):
        self.options = [path]
        self.load = [] if extension is None else ["--load-extension=" + extension]

    def close(self):
        pass


def plain(value):
    if isinstance(value, dict) and value.get("$base64"):
        return base64.b64decode(value["encoded"])
    return value


def run(database, sql, values):
    """The option -p binds a text to a name, so the driver writes each value as text."""
    parameters = []
    for value in values:
        text = value.decode() if isinstance(value, bytes) else str(value)
        parameters += ["-p", "v", text]
        sql = sql.replace("?", ":v")
    printed = io.StringIO()
    with redirect_stdout(printed):
        cli.cli.main(["query", *database.options, sql, *database.load, *parameters],
                     standalone_mode=False)
    for row in json.loads(printed.getvalue() or "[]"):
        yield [plain(value) for value in row.values()]


main(f"sqlite-utils {version('sqlite-utils')}", sqlite3.sqlite_version, Database, run)
