"""Rebuilds the tables of sql/ as tools do that change a column. Such a tool asks pragmas
about the old table, makes a new table like it, copies the rows, drops the old table, and
gives the new table its name. SQL lets a foreign key leave out the parent's columns. Then
the pragmas do not show these columns, so each foreign key in sql/ names them."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import connect, text  # noqa: E402
from tap import finish, is_eq, ok  # noqa: E402

SCHEMAS = {"schema.sql": [], "retrieval/schema.sql": ["schema.sql"],
           "interview/schema.sql": [], "contract.sql": []}


def tables_of(db):
    return [row[0] for row in db.execute(
        "SELECT name FROM sqlite_master "
        "WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")]


def keys_of(db, table):
    """Returns for each foreign key its id, the parent table, the ON DELETE action, and
    pairs (own column, parent's column)."""
    keys = {}
    for key, _, parent, own, theirs, _, delete, _ in db.execute(
            "SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq", (table,)):
        keys.setdefault((key, parent, delete), []).append((own, theirs))
    return [(*key, columns) for key, columns in keys.items()]


def rebuild(db, table):
    columns = db.execute("SELECT name, type, [notnull], dflt_value, pk "
                         "FROM pragma_table_info(?)", (table,)).fetchall()
    lines = [f"[{name}] {kind}{' NOT NULL' if needed else ''}"
             f"{f' DEFAULT {default}' if default is not None else ''}"
             for name, kind, needed, default, _ in columns]
    primary = [f"[{name}]"
               for *_, pk, name in sorted((c[4], c[0]) for c in columns) if pk]
    if primary:
        lines.append(f"PRIMARY KEY ({', '.join(primary)})")
    for _, parent, delete, pairs in keys_of(db, table):
        lines.append(f"FOREIGN KEY ({', '.join(f'[{own}]' for own, _ in pairs)}) "
                     "REFERENCES "
                     f"[{parent}]({', '.join(f'[{their}]' for _, their in pairs)}) "
                     f"ON DELETE {delete}")
    db.execute(f"CREATE TABLE [{table}_new] ({', '.join(lines)})")
    db.execute(f"INSERT INTO [{table}_new] SELECT * FROM [{table}]")
    db.execute(f"DROP TABLE [{table}]")
    db.execute(f"ALTER TABLE [{table}_new] RENAME TO [{table}]")


def test_keys():
    for schema, before in SCHEMAS.items():
        db = connect(":memory:", *before, schema)
        unnamed = [(table, columns) for table in tables_of(db)
                   for _, parent, _, columns in keys_of(db, table)
                   if any(theirs is None for _, theirs in columns)]
        is_eq(unnamed, [], f"{schema}: each foreign key names the columns of its parent")


def test_rebuilt():
    db = connect(":memory:", "schema.sql")
    db.executescript("""
        INSERT INTO runs VALUES (1, 'a', NULL, NULL, '2026-06-30'),
                                (2, 'b', NULL, NULL, '2026-06-30');
        INSERT INTO rounds VALUES (1, 1, .9, .9, .9, .9, .9, 12, 0),
                                  (2, 1, .9, .9, .9, .9, .9, 12, 0);
        INSERT INTO sources VALUES (1, 1, 'x', NULL, '2026-06-01');
        INSERT INTO judgements VALUES (2, 1, 'coverage', 'j', NULL, .9);
        PRAGMA foreign_keys = OFF;""")
    before = {table: (keys_of(db, table), db.execute(f"SELECT * FROM {table}").fetchall())
              for table in tables_of(db)}
    for table in before:
        rebuild(db, table)
    is_eq({table: (keys_of(db, table), db.execute(f"SELECT * FROM {table}").fetchall())
           for table in before}, before, "rebuilt tables have their rows and keys")
    is_eq(db.execute("PRAGMA foreign_key_check").fetchall(), [],
          "... and no foreign key is violated")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("DELETE FROM runs WHERE run_id = 1")
    is_eq({table: db.execute(f"SELECT group_concat(run_id) FROM {table}").fetchone()[0]
           for table in before if table != "assay_schema"},
          {"runs": "2", "rounds": "2", "evidence": None, "sources": None,
           "judgements": "2", "outcomes": None}, "... deleting a run deletes its rows")
    db.executescript(text("views.sql"))
    ok(db.execute("SELECT count(*) FROM round_scores").fetchone() == (1,),
       "... the views read the tables")


def main():
    test_keys()
    test_rebuilt()
    return finish()


sys.exit(main())
