"""Errors of assay with their parts: function, argument, rule and value."""

import re
import sqlite3
from contextlib import contextmanager
from typing import Iterator, Optional

_SETTINGS = re.compile(r"(.+?):(\d+):(\d+): (.*)", re.DOTALL)
_UNREADABLE = re.compile(r"(.+): (cannot be read: .*)", re.DOTALL)
_CALL = re.compile(
    r"(\w+): (\w+)(?:, the \w+ of \([^)]*\),)? (.*?)(?:, got (.*))?", re.DOTALL
)


class AssayError(sqlite3.OperationalError):
    """A mistake in a call: `gate_pass: high must be a number in 0..1, got 'x'`.

    `function`, `argument` and `rule` are parts of the message.  `value` is the value in
    the call, as an SQL literal, or None if the message has no value.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        found = _CALL.fullmatch(message)
        self.function: str = found[1] if found else ""
        self.argument: str = found[2] if found else ""
        self.rule: str = found[3] if found else message
        self.value: Optional[str] = found[4] if found else None


class SettingsError(sqlite3.OperationalError):
    """Settings that can't be loaded: `settings.yaml:3:1: patience stands here twice`.

    `line` and `column` count from 1, and are None if the file can't be read.  `file` is
    "yaml" for settings from a mapping.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        found = _SETTINGS.fullmatch(message)
        unread = _UNREADABLE.fullmatch(message)
        self.file: str = found[1] if found else unread[1] if unread else ""
        self.line: Optional[int] = int(found[2]) if found else None
        self.column: Optional[int] = int(found[3]) if found else None
        self.problem: str = found[4] if found else unread[2] if unread else message


@contextmanager
def explained() -> Iterator[None]:
    """Turns an error of SQLite into the class that fits its message."""
    try:
        yield
    except sqlite3.OperationalError as error:
        message = str(error)
        for pattern, kind in (
            (_SETTINGS, SettingsError),
            (_UNREADABLE, SettingsError),
            (_CALL, AssayError),
        ):
            if pattern.fullmatch(message):
                raise kind(message) from error
        raise
