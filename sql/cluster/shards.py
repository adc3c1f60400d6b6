#!/usr/bin/env python3
"""Splits a history into shard files by run, and tells whether files belong together.

  shards.py split [--by ranges|hash] [--shards 8] [--keys run_id,..] HISTORY FOLDER
  shards.py check [--settings FILE | --contract DIGEST] FILE [FILE ...]

1. A table goes by the first of --keys that is a column of it, so that a run is whole in
   one shard with all that belongs to it.  Contracts are copied into each; packed columns
   (sql/columns.sql) are left out, because they hold runs of all shards.  Of any other
   table say whether to --copy it into each shard or to --leave it out.  Views, indexes
   and triggers come along.
2. `ranges` cuts the order of ids into pieces of about as many rows: fast, and what is
   read together lies together.  `hash` places an id by itself, so that runs to come know
   where they belong.  Ids may be of any type: 7 and 7.0 are one id, 7 and '7' are two,
   and 'A' and 'a' lie together, because to a column without case they are one.  What has
   no id is in the first shard.
3. Each shard knows its place in a table of its own, shard_place.  `check`, which every
   gathering begins with, refuses: a shard that is missing or there twice, one of another
   split or another schema, one whose contract does not hold the settings in force, and
   an id that stands in a shard where it does not belong, or in two.
4. Files that were never split may be gathered, too, such as one of each month: then all
   their ids are compared.

The history is read, never written; FOLDER gets FOLDER/1.db, FOLDER/2.db and so on, and
nothing else, not even where it fails.
"""

import argparse
import hashlib
import os
import sqlite3
import sys
import uuid
import zlib

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import history  # noqa: E402
import sweep  # noqa: E402
from history import Problem, quoted  # noqa: E402

KEYS = "run_id,query_id,session_id"
PLACE = "shard_place"

# Tables of assay's own that are no one run's: whole in each shard, or empty, because they
# hold runs of all shards, which each packs anew.
COPIED = "contract", "facts_contract", "judge_policies"
LEFT = "history_columns", "columns_due", "columns_contract"


# --- schemas and places -----------------------------------------------------------------


def objects_of(db, schema="main"):
    """Kind, name and SQL of what a schema has, in the order in which it was made."""
    return db.execute(
        f"SELECT type, name, sql FROM {schema}.sqlite_master WHERE sql IS NOT NULL"
        " AND name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name <> ? ORDER BY rowid",
        (PLACE,)).fetchall()


def columns_of(db, table, schema="main"):
    """Columns that can be written: generated ones can't."""
    return [name for name, hidden in db.execute(
        "SELECT name, hidden FROM pragma_table_xinfo(?, ?)", (table, schema))
        if hidden == 0]


def keyed_tables(db, keys, schema="main"):
    """For each table the key by which it goes, or None."""
    keyed = {}
    for kind, name, _ in objects_of(db, schema):
        if kind == "table":
            columns = {column.lower() for column in columns_of(db, name, schema)}
            keyed[name] = next((key for key in keys if key.lower() in columns), None)
    return keyed


def schema_digest(db):
    """One text for one schema and user_version, in whatever order it was made."""
    lines = sorted(sql for _, _, sql in objects_of(db))
    lines.append(str(db.execute("PRAGMA user_version").fetchone()[0]))
    return hashlib.sha256("\0".join(lines).encode("utf-8", "replace")).hexdigest()


def hash_of(value, shards):
    """The shard of an id, from 1 on: the same of what SQLite may call equal."""
    if value is None:
        return 1
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str):  # NOCASE folds ASCII, RTRIM drops blanks
        data = b"t" + value.rstrip(" ").encode("utf-8", "replace").lower()
    else:
        data = b"b" + value if isinstance(value, bytes) else repr(value).encode()
    return zlib.crc32(data) % shards + 1


def make_shard_of(db, shards):
    """The SQL function shard_of(id).  Rows of a run follow each other: one is kept."""
    last = [None, 1]

    def shard_of(value):
        if type(last[0]) is not type(value) or last[0] != value:
            last[0], last[1] = value, hash_of(value, shards)
        return last[1]

    db.create_function("shard_of", 1, shard_of, deterministic=True)


def belongs(key, place):
    """The condition of rows that belong in a shard, and the values in it."""
    name = quoted(key)
    if place["method"] == "hash":
        return f"shard_of({name}) = {place['number']}", []
    within, values = [], []
    for compared, bound in ((">=", place["bounds"][key][0]),
                            ("<", place["bounds"][key][1])):
        if bound is not None:
            within.append(f"{name} {compared} ?")
            values.append(bound)
    within = " AND ".join(within) or f"{name} IS NOT NULL"
    if place["number"] == 1:
        return f"({within} OR {name} IS NULL)", values
    if place["bounds"][key][0] is None:  # more shards than ids: nothing is left for it
        return "0", []
    return within, values


# --- splitting --------------------------------------------------------------------------


def largest(db, keyed, key):
    """The table that has most rows of a key, or None."""
    sizes = [(db.execute(f"SELECT count(*) FROM {quoted(table)}").fetchone()[0], table)
             for table in keyed if keyed[table] == key]
    return max(sizes)[1] if sizes else None


def places_for(db, keyed, keys, method, shards):
    """Where each shard lies: number, method and, of each key, the ends of its range."""
    split = uuid.uuid4().hex
    starts = {}
    for key in keys:
        table = method == "ranges" and largest(db, keyed, key)
        bounds = sweep.bounds_of(db, quoted(table), quoted(key), shards) if table else []
        starts[key] = [None] + bounds + [None] * shards
    return [{"split": split, "number": number, "shards": shards, "method": method,
             "bounds": {key: tuple(starts[key][number - 1:number + 1]) for key in keys}}
            for number in range(1, shards + 1)]


def what_to_do(db, keys, copy, leave):
    """For each table its key, 'copy' or 'leave'; a table of which nobody says is one too
    many: it might hold all runs under another name."""
    keyed = keyed_tables(db, keys)
    for kind, name, sql in objects_of(db):
        if kind == "table" and sql.upper().lstrip().startswith("CREATE VIRTUAL"):
            raise Problem(f"{name}: is a virtual table, which can't be split; drop it"
                          " from a copy of the history, and make it in each shard")
    for name in keyed:
        if name in leave:
            keyed[name] = "leave"
        elif name in copy:
            keyed[name] = "copy"
        elif keyed[name] is None:
            raise Problem(f"{name}: has no column {' or '.join(keys)}; say --copy {name}"
                          f" or --leave {name}")
    return keyed


def write_shard(path, source, extension, keyed, place):
    """One shard: tables and their rows, then what hangs on them, then its place."""
    db = sqlite3.connect(path, isolation_level=None, uri=True)
    try:
        db.execute("ATTACH ? AS history", (history.address(source),))
        for pragma in ("encoding", "page_size", "user_version", "application_id"):
            value = db.execute(f"PRAGMA history.{pragma}").fetchone()[0]
            db.execute(f"PRAGMA main.{pragma} = '{value}'")
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA synchronous = OFF")
        db.execute("PRAGMA ignore_check_constraints = ON")
        history.load(db, extension)
        make_shard_of(db, place["shards"])
        db.execute("BEGIN")
        made = objects_of(db, "history")
        for kind, name, sql in made:
            if kind == "table":
                db.execute(sql)
                copy_rows(db, name, keyed[name], place)
        for kind, name, sql in made:
            if kind != "table":
                db.execute(sql)
        write_place(db, place)
        db.execute("COMMIT")
    finally:
        db.close()


def copy_rows(db, table, key, place):
    condition, values = "1", []
    if key == "leave":
        return
    if key != "copy":
        condition, values = belongs(key, place)
    columns = ", ".join(map(quoted, columns_of(db, table, "history")))
    db.execute(f"INSERT INTO main.{quoted(table)}({columns}) SELECT {columns}"
               f" FROM history.{quoted(table)} WHERE {condition}", values)


def write_place(db, place):
    db.execute(f"CREATE TABLE {PLACE}(split TEXT, number INTEGER, shards INTEGER,"
               " method TEXT, key TEXT, low, high)")
    db.executemany(f"INSERT INTO {PLACE} VALUES(?, ?, ?, ?, ?, ?, ?)", [
        (place["split"], place["number"], place["shards"], place["method"], key, *ends)
        for key, ends in place["bounds"].items()])


def split(source, folder, *, shards=8, method="ranges", keys=KEYS.split(","), copy=(),
          leave=(), extension=None, progress=None):
    """Writes the shards of a history; the names of their files."""
    extension = history.find_extension(extension)
    beside = history.Beside(source)
    watch = history.open_file(source)
    os.makedirs(folder, exist_ok=True)
    files = [os.path.join(folder, f"{number}.db") for number in range(1, shards + 1)]
    try:
        for file in files:
            if os.path.exists(file):
                raise Problem(f"{file}: is there already")
        before = sweep.version(watch)
        keyed = what_to_do(watch, keys, {*COPIED, *copy}, {*LEFT, *leave})
        for place in places_for(watch, keyed, keys, method, shards):
            file = files[place["number"] - 1]
            write_shard(file + ".part", source, extension, keyed, place)
            if progress:
                progress(place["number"], shards)
        if sweep.version(watch) != before:
            raise Problem(f"{source}: was written to meanwhile; start again")
        for file in files:
            os.rename(file + ".part", file)
    finally:
        watch.close()
        beside.tidy()
        for file in files:
            if os.path.exists(file + ".part"):
                os.remove(file + ".part")
    return files


# --- do they belong together? -----------------------------------------------------------


def place_of(db):
    """What a shard knows of its place, or None."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (PLACE,)).fetchone():
        return None
    rows = db.execute(f"SELECT split, number, shards, method, key, low, high"
                      f" FROM {PLACE}").fetchall()
    if not rows:
        raise Problem(f"{PLACE} is empty")
    return dict(zip(("split", "number", "shards", "method"), rows[0]),
                bounds={row[4]: row[5:] for row in rows})


def misplaced(db, keyed, place):
    """An id that stands in a shard where it does not belong: table, key and id."""
    make_shard_of(db, place["shards"])
    for table, key in keyed.items():
        if key in place["bounds"]:
            condition, values = belongs(key, place)
            found = db.execute(f"SELECT {quoted(key)} FROM {quoted(table)}"
                               f" WHERE coalesce(NOT ({condition}), 1) LIMIT 1",
                               values).fetchone()
            if found:
                return table, key, found[0]
    return None


def ids_of(db, keyed):
    """All ids of each key, of files that don't know their place."""
    ids = {}
    for table, key in keyed.items():
        if key is not None:
            ids.setdefault(key, set()).update(value for (value,) in db.execute(
                f"SELECT DISTINCT {quoted(key)} FROM {quoted(table)}"))
    return ids


def describe(path, keys=KEYS.split(",")):
    """What agree() has to know of a shard.  It needs no assay, and may run elsewhere."""
    beside = history.Beside(path)
    db = history.open_file(path)
    try:
        place = place_of(db)
        keyed = keyed_tables(db, list(place["bounds"]) if place else keys)
        contracts = None
        if "contract" in keyed:
            contracts = [digest for (digest,) in db.execute("SELECT hash FROM contract")]
        return {"path": path, "place": place, "schema": schema_digest(db),
                "contracts": contracts,
                "misplaced": misplaced(db, keyed, place) if place else None,
                "ids": None if place else ids_of(db, keyed)}
    except (sqlite3.Error, Problem) as problem:
        raise Problem(f"{path}: {problem}") from None
    finally:
        db.close()
        beside.tidy()


def agree_on_places(found):
    """All shards of one split, each once, or files that were never split."""
    first = found[0]
    for shard in found:
        if bool(shard["place"]) != bool(first["place"]):
            raise Problem(f"{shard['path']} and {first['path']}: only one of them is a"
                          " shard of a split")
    if not first["place"]:
        return
    there = {}
    for shard in found:
        place = shard["place"]
        if place["split"] != first["place"]["split"]:
            raise Problem(f"{shard['path']}: is of another split than {first['path']}")
        if place["number"] in there:
            raise Problem(f"{shard['path']} and {there[place['number']]}: are both shard"
                          f" {place['number']}")
        there[place["number"]] = shard["path"]
    missing = sorted(set(range(1, first["place"]["shards"] + 1)) - set(there))
    if missing:
        raise Problem(f"of {first['place']['shards']} shards there is no"
                      f" {', '.join(map(str, missing))}")


def agree_on_ids(found):
    """No id is in two files."""
    owner = {}
    for shard in found:
        if shard["misplaced"]:
            table, key, value = shard["misplaced"]
            raise Problem(f"{shard['path']}: {key} {value!r} in {table} belongs in"
                          " another shard; its rows would be judged apart, or twice")
        for key, values in (shard["ids"] or {}).items():
            for value in values:
                if owner.setdefault((key, value), shard["path"]) != shard["path"]:
                    raise Problem(f"{shard['path']} and {owner[key, value]}: {key}"
                                  f" {value!r} is in both")


def agree(found, settings):
    """Refuses shards that don't belong together, or not under these settings."""
    agree_on_places(found)
    for shard in found:
        if shard["schema"] != found[0]["schema"]:
            raise Problem(f"{shard['path']}: has another schema than {found[0]['path']}")
        if shard["contracts"] and settings.digest not in shard["contracts"]:
            raise Problem(f"{shard['path']}: its contract is {shard['contracts'][-1]},"
                          f" the settings in force are {settings.digest}")
    agree_on_ids(found)


# --- the command ------------------------------------------------------------------------


def options():
    parser = argparse.ArgumentParser(
        epilog=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extension", help="assay.so, where it is not beside sql/")
    commands = parser.add_subparsers(dest="command", required=True)
    cut = commands.add_parser("split")
    cut.add_argument("history")
    cut.add_argument("folder")
    cut.add_argument("--shards", type=int, default=8)
    cut.add_argument("--by", choices=("ranges", "hash"), default="ranges")
    cut.add_argument("--keys", default=KEYS)
    cut.add_argument("--copy", action="append", default=[], metavar="TABLE")
    cut.add_argument("--leave", action="append", default=[], metavar="TABLE")
    look = commands.add_parser("check")
    look.add_argument("files", nargs="+")
    look.add_argument("--settings", help="a YAML file")
    look.add_argument("--contract", help="a digest in the table contract, or none")
    return parser


def run(given, progress):
    extension = history.find_extension(given.extension)
    if given.command == "split":
        files = split(given.history, given.folder, shards=given.shards, method=given.by,
                      keys=given.keys.split(","), copy=given.copy, leave=given.leave,
                      extension=extension, progress=progress)
        progress.clear()
        print("\n".join(files))
        return
    settings = history.settings_for(given.files[0], extension, given.settings,
                                    given.contract)
    agree([describe(file) for file in given.files], settings)
    print(f"{len(given.files)} files belong together")


def main():
    parser = options()
    given = parser.parse_args()
    if given.command == "split" and given.shards < 1:
        parser.error("--shards must be 1 or more")
    return history.exit_status(lambda: run(given, sweep.Progress(sys.stderr)))


if __name__ == "__main__":
    sys.exit(main())
