"""connect() opens a database with assay, loads its contract, and registers numpy."""

import os
import sqlite3
import warnings
from typing import Any, Iterator, Optional, Set, Tuple, Union

from ._errors import AssayError, explained
from ._loading import (
    Settings,
    first,
    load_extension,
    load_settings,
    load_yaml,
    statement,
)


class ContractNotice(UserWarning):
    """A warning that says which contract (stored settings) connect() loaded from a file.
    For each file and contract this warning is given only once."""


_noticed: Set[Tuple[str, str]] = set()


def connect(
    path: Union[str, "os.PathLike[str]"],
    settings: Optional[Settings] = None,
    strict: bool = False,
    contract: Optional[str] = "newest",
    **options: Any,
) -> sqlite3.Connection:
    """Opens a database with assay loaded and foreign keys enforced.

    `settings` is the name of a YAML file, or a mapping.  Without `settings`, connect()
    loads the newest contract in the file (settings that sql_path("contract.sql") stored),
    checks its digest, and warns once by a ContractNotice.  `contract` may be the digest
    of another contract.  `contract=None` loads no contract: use it for untrusted files.
    With `settings`, connect() loads the given settings, and compares them with the
    contract.

    Settings that can't be used, and views of another epoch (version of the answers), give
    a Python warning, or an error with `strict`.  `options` are those of
    sqlite3.connect().  A connection belongs to the thread that opened it.

    connect() also registers adapters for numpy's numbers, for all connections of the
    process.  Without an adapter sqlite3 stores np.int64 as a BLOB, which is a missing
    score.
    """
    _register_numpy()
    connection = sqlite3.connect(path, **options)
    try:
        load_extension(connection)
        connection.execute("PRAGMA foreign_keys = ON")
        name = str(os.fspath(path))
        aged = other_epoch(connection)
        if aged is not None and strict:
            raise AssayError(aged)
        if aged is not None:
            warnings.warn(f"{name}: {aged} (assay upgrade FILE)", stacklevel=2)
        for message in load_settings(connection, settings, strict):
            warnings.warn(message, stacklevel=2)
        for warning in _bind(connection, name, settings, strict, contract):
            warnings.warn(warning, stacklevel=2)
    except BaseException:
        connection.close()
        raise
    return connection


def _bind(
    connection: sqlite3.Connection,
    name: str,
    settings: Optional[Settings],
    strict: bool,
    contract: Optional[str],
) -> Iterator[Warning]:
    """Loads the contract, or compares given settings with it."""
    if contract is None:
        return
    found = bound_to(connection, contract)
    if found is None and contract != "newest":
        raise AssayError(
            f"connect: contract must be one that {name} holds, got '{contract}'"
        )
    if found is None:
        return
    digest, text = found
    if settings is None:
        for message in load_yaml(connection, text, strict=False):
            yield UserWarning(f"{name}: {message}")
    try:
        with explained():
            first(connection, "SELECT assay_require(?)", digest)
    except AssayError as other:
        if settings is None or strict:
            raise
        yield UserWarning(f"{name} is bound to other settings: {other}")
        return
    if settings is None and contract == "newest" and (name, digest) not in _noticed:
        _noticed.add((name, digest))
        yield ContractNotice(
            f"{name} is bound to the settings {digest}, which were loaded;"
            " connect(..., contract=None) leaves them out"
        )


def other_epoch(connection: sqlite3.Connection) -> Optional[str]:
    """Returns a message if the file's tables or views are of another epoch, else None."""
    stated, views = first(connection, statement("has_schema"))
    if not stated:
        return "connect: views are of epoch 2 or earlier" if views else None
    try:
        with explained():
            first(connection, statement("require_schema"))
    except AssayError as other:
        return str(other)
    return None


def bound_to(
    connection: sqlite3.Connection, contract: str = "newest"
) -> Optional[Tuple[str, str]]:
    """Returns the digest and the settings of a contract, or None if the file has none."""
    found: Optional[Tuple[str, str]] = None
    if first(connection, statement("has_contract"))[0] != 3:
        return None
    if contract == "newest":
        found = first(connection, statement("newest_contract"))
    else:
        found = first(connection, statement("contract"), contract)
    return found


def _register_numpy() -> None:
    try:
        import numpy
    except ImportError:
        return

    def whole(number: Any) -> int:
        return int(number)

    def real(number: Any) -> float:
        return float(number)

    def day(moment: Any) -> Optional[str]:
        return None if numpy.isnat(moment) else str(moment)

    for name in "int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool_".split():
        sqlite3.register_adapter(getattr(numpy, name), whole)
    # On some platforms numpy's intc, longlong and others are separate types.
    for name in "intc uintc int_ uint longlong ulonglong".split():
        sqlite3.register_adapter(getattr(numpy, name), whole)
    for name in "float16 float32 longdouble".split():
        sqlite3.register_adapter(getattr(numpy, name), real)
    sqlite3.register_adapter(numpy.datetime64, day)
