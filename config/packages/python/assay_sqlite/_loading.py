"""Finds the extension and its SQL, and loads assay and settings into a connection."""

import ctypes
import json
import os
import sqlite3
import sys
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any, List, Mapping, Optional, Union

from ._errors import explained

Settings = Union[str, "os.PathLike[str]", Mapping[str, Any]]

_FOLDER = Path(__file__).resolve().parent
_EXTENSIONS = {"win32": "assay.dll", "darwin": "assay.dylib"}
_ENTRY_POINT = "sqlite3_assay_init"

# Statements that load settings, by the parameter `strict`.
_LOAD_FILE = {
    False: "SELECT assay_load(?)",
    True: "SELECT assay_load(?, 'strict')",
}
_LOAD_TEXT = {
    False: "SELECT assay_load_yaml(?)",
    True: "SELECT assay_load_yaml(?, 'strict')",
}

# The library that install_for_every_connection() loaded; it stays loaded.
_installed: Optional[ctypes.CDLL] = None


def loadable_path() -> str:
    """Returns the path of the extension's file, for `load_extension` and `.load`."""
    return str(_FOLDER / _EXTENSIONS.get(sys.platform, "assay.so"))


def sql_path(name: str = "") -> str:
    """Returns the path of an SQL file: "views.sql", "reports/data_quality.sql".

    Without a name, returns the folder's path.  Reports are for the sqlite3 shell.
    Schemas and views are plain SQL:
    `db.executescript(open(sql_path("views.sql")).read())`.
    """
    folder = _FOLDER / "sql"
    path = folder / name
    if not path.exists():
        known = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*.sql"))
        raise FileNotFoundError(
            f"sql_path: name must be one of {', '.join(known)}, got {name!r}"
        )
    return str(path)


@lru_cache(maxsize=None)
def statement(name: str) -> str:
    """Returns the text of a statement in sql_path("calls")."""
    with open(sql_path(f"calls/{name}.sql"), encoding="utf-8") as file:
        return file.read()


def load(
    connection: sqlite3.Connection,
    settings: Optional[Settings] = None,
    strict: bool = False,
) -> None:
    """Loads assay into a connection, and then settings, if there are any.

    `settings` is the name of a YAML file, or the settings themselves as a mapping:
    `{"evaluation": {"deep_research": {"patience": 2}}}`.  A setting that can't be used
    gives a Python warning, and with `strict` a SettingsError.  An invalid document always
    gives a SettingsError.  After a rule has run on the connection, settings can't change.
    """
    load_extension(connection)
    for message in load_settings(connection, settings, strict):
        warnings.warn(message, stacklevel=2)


def install_for_every_connection() -> None:
    """Makes SQLite load assay into every connection that this process opens from now on.

    Use this function if your Python's sqlite3 was built without `enable_load_extension`.
    It calls sqlite3_auto_extension() in the SQLite library that the module sqlite3 uses.
    """
    global _installed
    if _installed is not None:
        return
    sqlite = _sqlite_of_this_python()
    extension = ctypes.CDLL(loadable_path())
    entry = ctypes.cast(getattr(extension, _ENTRY_POINT), ctypes.c_void_p)
    sqlite.sqlite3_auto_extension.argtypes = [ctypes.c_void_p]
    if sqlite.sqlite3_auto_extension(entry) != 0:
        raise MemoryError("install_for_every_connection: SQLite is out of memory")
    _installed = extension


def _sqlite_of_this_python() -> ctypes.CDLL:
    """Returns the SQLite library that the module sqlite3 uses."""
    import _sqlite3  # type: ignore[import]

    # If the module is built into the interpreter, it has no file.  Then CDLL(None) opens
    # the interpreter, which contains SQLite.
    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    try:
        used = library.sqlite3_compileoption_used
        library.sqlite3_auto_extension
    except AttributeError:
        raise sqlite3.NotSupportedError(
            "install_for_every_connection: this Python hides the functions of its SQLite;"
            " use another, such as the system's /usr/bin/python3"
        ) from None
    # An SQLite built without extension loading does not pass the addresses of its
    # functions to assay.
    if used(b"OMIT_LOAD_EXTENSION"):
        raise sqlite3.NotSupportedError(
            "install_for_every_connection: this Python's SQLite was built without"
            " extensions; use another, such as the system's /usr/bin/python3"
        )
    return library


def load_extension(connection: sqlite3.Connection) -> None:
    if _is_loaded(connection):
        return
    if not hasattr(connection, "enable_load_extension"):
        raise sqlite3.NotSupportedError(
            "load: this Python's sqlite3 was built without extension loading; call"
            " assay_sqlite.install_for_every_connection() before the connection is"
            " opened, or use another Python, such as the system's /usr/bin/python3"
        )
    connection.enable_load_extension(True)
    try:
        connection.load_extension(loadable_path())
    finally:
        connection.enable_load_extension(False)


def _is_loaded(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("SELECT assay_version()").fetchone()
    except sqlite3.OperationalError:
        return False
    return True


def load_settings(
    connection: sqlite3.Connection, settings: Optional[Settings], strict: bool
) -> List[str]:
    """Loads the settings.  Returns assay's messages about values that it did not use."""
    if settings is None:
        return []
    if isinstance(settings, Mapping):  # JSON is YAML
        text = json.dumps(settings, ensure_ascii=False)
        return load_yaml(connection, text, strict)
    return _reported(connection, _LOAD_FILE[strict], os.fspath(settings))


def load_yaml(connection: sqlite3.Connection, text: str, strict: bool) -> List[str]:
    """Loads YAML text, and returns the same messages as load_settings()."""
    return _reported(connection, _LOAD_TEXT[strict], text)


def first(connection: sqlite3.Connection, sql: str, *values: Any) -> Any:
    """Returns the first row as a tuple, or None, whatever the row_factory is."""
    cursor = connection.cursor()
    cursor.row_factory = None
    rows = cursor.execute(sql, values).fetchall()
    return rows[0] if rows else None


def _reported(connection: sqlite3.Connection, sql: str, settings: str) -> List[str]:
    cursor = connection.cursor()
    cursor.row_factory = None
    with explained():
        cursor.execute(sql, (settings,)).fetchall()
    return [row[0] for row in cursor.execute("SELECT message FROM assay_warnings")]
