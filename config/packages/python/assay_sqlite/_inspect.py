"""Reads logs of inspect_ai into the tables that sql/adapters/inspect.sql uses."""

import importlib
import io
import json
import math
import os
import re
import sqlite3
import struct
import warnings
import zipfile
import zlib
from pathlib import Path
from typing import Any, Iterable, Iterator, List, Tuple, Union

from ._loading import sql_path

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
Member = Tuple[str, int, int, bytes]  # name, method, checksum, packed bytes

# The keys of a sample that are stored, in the order in which inspect_views.sql reads
# them.
_TAKEN = (
    "id", "epoch", "scores", "score", "error", "limit", "invalidation", "input",
    "total_time",
)  # fmt: skip
_TABLES = """
DROP TABLE IF EXISTS temp.inspect_logs;
DROP TABLE IF EXISTS temp.inspect_samples;
CREATE TEMP TABLE inspect_logs(log INTEGER PRIMARY KEY, file, header, problem);
CREATE TEMP TABLE inspect_samples(place INTEGER PRIMARY KEY, log INTEGER, sample);
"""
_LOCAL = struct.Struct("<4sHHHHHIIIHH")  # the header before each member of a zip
_ZSTD = 93
_SAMPLE = re.compile(r"samples/.*_epoch_[0-9].*\.json", re.DOTALL)


def read_inspect(path: Paths, connection: sqlite3.Connection) -> int:
    """Reads logs of inspect_ai, and makes the views of sql/adapters/inspect_views.sql.

    `path` is a log, a folder of logs, or a list of these.  All tables and views are TEMP.
    A log that can't be read gives a Python warning.  If no log can be read,
    read_inspect() raises a ValueError.  If a .eval log was cut off, its complete samples
    are read.  NaN is a missing score.  Returns the number of attempts that were read.
    """
    connection.executescript(_TABLES)
    for name in _logs(path):
        _store(connection, name)
    views = Path(sql_path("adapters/inspect_views.sql")).read_text(encoding="utf-8")
    connection.executescript(views)
    cursor = connection.cursor()
    cursor.row_factory = None  # the caller's row_factory may return anything
    left_out = cursor.execute(
        "SELECT file || ': ' || problem FROM inspect_logs WHERE problem IS NOT NULL"
    ).fetchall()
    read, attempts = cursor.execute(
        "SELECT read, attempts FROM inspect_state"
    ).fetchone()
    if not read:
        problems = [problem for (problem,) in left_out]
        raise ValueError(
            "read_inspect: "
            + ("; ".join(problems) or f"path must lead to logs, got {path!r}")
        )
    for (problem,) in left_out:
        warnings.warn(problem, stacklevel=2)
    return int(attempts)


def _logs(path: Paths) -> List[str]:
    several = [path] if isinstance(path, (str, os.PathLike)) else list(path)
    found: List[str] = []
    for each in map(Path, several):
        if each.is_dir():
            found += sorted(
                str(log)
                for log in each.rglob("*")
                if log.suffix in (".eval", ".json") and log.is_file()
            )
        else:
            found.append(str(each))
    return list(dict.fromkeys(found))


def _store(connection: sqlite3.Connection, name: str) -> None:
    header: Any = None
    samples: List[Any] = []
    problem = None
    try:
        header, samples = _read(Path(name).read_bytes())
    except (OSError, ValueError) as error:
        problem = str(error)
    log = connection.execute(
        "INSERT INTO temp.inspect_logs(file, header, problem) VALUES (?, ?, ?)",
        (name, None if problem else _text(header), problem),
    ).lastrowid
    connection.executemany(
        "INSERT INTO temp.inspect_samples(log, sample) VALUES (?, ?)",
        ((log, _text([sample.get(key) for key in _TAKEN])) for sample in samples),
    )


def _read(content: bytes) -> Tuple[Any, List[Any]]:
    if not content:
        raise ValueError("the file is empty")
    if content[:4] not in (b"PK\3\4", b"PK\5\6"):
        log = _json("the log", content)
        header = {key: log[key] for key in log if key != "samples"}
        return header, [s for s in log.get("samples") or [] if isinstance(s, dict)]
    # inspect_ai can write a member of a zip twice.  Then the zip has both copies, and the
    # last one counts.
    members = {
        name: (method, crc, packed)
        for name, method, crc, packed in _members(content)
        if name in ("header.json", "_journal/start.json") or _SAMPLE.fullmatch(name)
    }
    opened = {
        name: _json(name, _unpacked(name, *member)) for name, member in members.items()
    }
    header = opened.pop("header.json", None)
    start = opened.pop("_journal/start.json", None)
    return header or start, list(opened.values())


def _json(name: str, content: bytes) -> Any:
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{name} is no JSON, or cut off: {error}") from None
    if not isinstance(document, dict):
        raise ValueError(f"{name} is no JSON object")
    return document


def _text(document: Any) -> str:
    """Returns JSON that SQLite can read: NaN becomes null, and infinity becomes text."""
    text = json.dumps(_plain(document), ensure_ascii=False)
    return text.encode("utf-8", "replace").decode("utf-8")  # replaces lone surrogates


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return value


def _members(content: bytes) -> Iterator[Member]:
    """Yields the members of a zip.  If the directory at the zip's end is cut off, reads
    the members from the zip's start."""
    try:
        directory = zipfile.ZipFile(io.BytesIO(content)).infolist()
    except zipfile.BadZipFile:
        yield from _whole_members(content)
        return
    for info in directory:
        start = info.header_offset + _LOCAL.size
        start += sum(_LOCAL.unpack_from(content, info.header_offset)[-2:])
        packed = content[start : start + info.compress_size]
        yield info.filename, info.compress_type, info.CRC, packed


def _whole_members(content: bytes) -> Iterator[Member]:
    at = 0
    while len(content) - at > _LOCAL.size:
        mark, _, flags, method, _, _, crc, size, _, name, extra = _LOCAL.unpack_from(
            content, at
        )
        begin = at + _LOCAL.size + name + extra
        # With flag 8, the size stands after the member, so the member's end is unknown
        # here.
        if mark != b"PK\3\4" or flags & 8 or begin + size > len(content):
            return
        title = content[at + _LOCAL.size : at + _LOCAL.size + name]
        yield title.decode("utf-8", "replace"), method, crc, content[begin : begin + size]
        at = begin + size


def _unpacked(name: str, method: int, crc: int, packed: bytes) -> bytes:
    if method == zipfile.ZIP_STORED:
        content = packed
    elif method == zipfile.ZIP_DEFLATED:
        try:
            content = zlib.decompress(packed, -zlib.MAX_WBITS)
        except zlib.error as error:
            raise ValueError(f"{name} is damaged: {error}") from None
    elif method == _ZSTD:
        content = _unpack_zstd(name, packed)
    else:
        raise ValueError(f"{name} is packed by a method that is not known: {method}")
    if zlib.crc32(content) != crc:
        raise ValueError(f"{name} is damaged: its checksum differs")
    return content


def _unpack_zstd(name: str, packed: bytes) -> bytes:
    try:
        zstd = importlib.import_module("compression.zstd")  # Python 3.14
    except ImportError:
        try:
            zstandard = importlib.import_module("zstandard")
        except ImportError:
            raise ValueError(
                f"{name} is packed by zstd: pip install zstandard, which Python 3.14"
                " and newer don't need"
            ) from None
        try:
            whole = zstandard.ZstdDecompressor().decompressobj()
            return bytes(whole.decompress(packed))
        except zstandard.ZstdError as error:
            raise ValueError(f"{name} is damaged: {error}") from None
    try:
        return bytes(zstd.decompress(packed))
    except zstd.ZstdError as error:
        raise ValueError(f"{name} is damaged: {error}") from None
