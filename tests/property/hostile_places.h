/*
** Views, triggers, tables and indexes, all named `o`, for hostile_file.c.  Each has one
** place, %s, for an expression or a table's name.  They use two tables with one row each:
** t(a) with (1), and s(b, c) with (0, 0).
*/
#ifndef ASSAY_TESTS_HOSTILE_PLACES_H
#define ASSAY_TESTS_HOSTILE_PLACES_H

/* The messages of refusals.  SQLite refuses a function when it prepares a query (UNSAFE)
** or reads a schema (BROKEN).  Where SQLite does not check, assay refuses the function
** (NAMED). */
#define UNSAFE "unsafe use of %s()"
#define BROKEN "malformed database schema (o) - unsafe use of %s()"
#define NAMED "%s: no object of a database may name it, got view main.o"
#define UNSAFE_TABLE "unsafe use of virtual table \"%s\""

struct place {
  const char *where;
  const char *made_by; /* %s: the expression */
  const char *use;     /* SQL that evaluates the expression */
  const char *refusal; /* %s: the function */
  int known_since;     /* the first SQLite version with the syntax; 0: all have it */
  int checked_since;   /* the first SQLite version that refuses the function; 0: all do */
};

#define VIEW(where, query)                                                               \
  { where, "CREATE VIEW o AS " query, "SELECT * FROM o", UNSAFE, 0, 0 }
#define WINDOW_VIEW(where, query, checked_since)                                         \
  { where, "CREATE VIEW o AS " query, "SELECT * FROM o", UNSAFE, 0, checked_since }
#define TRIGGER(where, step)                                                             \
  {                                                                                      \
    where, "CREATE TRIGGER o AFTER INSERT ON t BEGIN " step "; END",                     \
        "INSERT INTO t VALUES (5)", UNSAFE, 0, 0                                         \
  }

static const struct place query_places[] = {
    VIEW("a view's column", "SELECT %s"),
    VIEW("a view's WHERE", "SELECT 1 FROM t WHERE a >= %s"),
    VIEW("a view's GROUP BY", "SELECT count(*) FROM t GROUP BY a + %s"),
    VIEW("a view's HAVING", "SELECT count(*) FROM t GROUP BY a HAVING count(*) > %s"),
    VIEW("a view's ORDER BY", "SELECT a FROM t ORDER BY a + %s"),
    VIEW("a view's LIMIT", "SELECT a FROM t LIMIT 1 + %s"),
    VIEW("a view's OFFSET", "SELECT a FROM t LIMIT 1 OFFSET %s"),
    VIEW("a view's ON", "SELECT t.a FROM t LEFT JOIN t AS u ON t.a >= %s"),
    VIEW("a view's subquery", "SELECT a FROM t WHERE EXISTS (SELECT %s)"),
    VIEW("a view's FROM", "SELECT * FROM (SELECT %s)"),
    VIEW("a view's VALUES", "VALUES (1), (%s)"),
    VIEW("a view's WITH", "WITH w AS (SELECT %s AS x) SELECT x FROM w"),
    VIEW("a view's UNION", "SELECT 1 UNION SELECT %s"),
    VIEW("a view's IN", "SELECT 1 IN (2, %s)"),
    VIEW("a view's CASE", "SELECT CASE WHEN a THEN %s END FROM t"),
    VIEW("a view's argument", "SELECT abs(%s) FROM t"),
    VIEW("a view's aggregate", "SELECT sum(%s) FROM t"),
    VIEW("a view's table-valued function", "SELECT key FROM json_each(%s)"),
    WINDOW_VIEW("a view's FILTER", "SELECT sum(a) FILTER (WHERE a >= %s) FROM t",
                3035000),
    WINDOW_VIEW("a window's FILTER",
                "SELECT sum(a) FILTER (WHERE a >= %s) OVER () FROM t", 3035000),
    WINDOW_VIEW("a window's PARTITION BY",
                "SELECT sum(a) OVER (PARTITION BY a + %s) FROM t", 3035000),
    WINDOW_VIEW("a window's ORDER BY", "SELECT sum(a) OVER (ORDER BY a + %s) FROM t",
                3035000),
    WINDOW_VIEW("a named window",
                "SELECT sum(a) OVER w FROM t WINDOW w AS (ORDER BY a + %s)", 3036000),
    TRIGGER("a trigger's SELECT", "SELECT %s"),
    TRIGGER("a trigger's INSERT", "INSERT INTO s(b) VALUES (%s)"),
    TRIGGER("a trigger's INSERT of a query", "INSERT INTO s(b) SELECT %s"),
    TRIGGER("a trigger's UPDATE", "UPDATE s SET b = %s"),
    TRIGGER("a trigger's UPDATE of a row", "UPDATE s SET (b, c) = (SELECT %s, 1)"),
    TRIGGER("a trigger's UPDATE WHERE", "UPDATE s SET b = 1 WHERE c >= %s"),
    TRIGGER("a trigger's DELETE", "DELETE FROM s WHERE b = %s"),
    TRIGGER("a trigger's upsert", "INSERT INTO s(b) VALUES (0) "
                                  "ON CONFLICT (b) DO UPDATE SET c = %s"),
    TRIGGER("a trigger's upsert WHERE", "INSERT INTO s(b) VALUES (0) "
                                        "ON CONFLICT (b) DO UPDATE SET c = 1 "
                                        "WHERE c >= %s"),
    {"a trigger's UPDATE FROM",
     "CREATE TRIGGER o AFTER INSERT ON t BEGIN UPDATE s SET b = x "
     "FROM (SELECT %s AS x); END",
     "INSERT INTO t VALUES (5)", UNSAFE, 3033000, 0},
    {"a trigger's WHEN",
     "CREATE TRIGGER o AFTER INSERT ON t WHEN new.a >= %s BEGIN SELECT 1; END",
     "INSERT INTO t VALUES (5)", UNSAFE, 0, 0},
    {"a trigger on UPDATE OF",
     "CREATE TRIGGER o BEFORE UPDATE OF a ON t BEGIN SELECT %s; END",
     "UPDATE t SET a = 9", UNSAFE, 0, 0},
    {"a trigger on DELETE", "CREATE TRIGGER o BEFORE DELETE ON t BEGIN SELECT %s; END",
     "DELETE FROM t", UNSAFE, 0, 0},
    {"a trigger INSTEAD OF",
     "CREATE VIEW v AS SELECT 1 AS x; "
     "CREATE TRIGGER o INSTEAD OF INSERT ON v BEGIN SELECT %s; END",
     "INSERT INTO v VALUES (1)", UNSAFE, 0, 0},
};

/* Places that allow functions but no subqueries.  When SQLite reads a schema, it checks
** all these places except DEFAULT.  If it finds an unsafe function there, it refuses
** the whole file. */
static const struct place table_places[] = {
    {"a column's CHECK, on INSERT", "CREATE TABLE o(x CHECK (%s >= 0))",
     "INSERT INTO o VALUES (1)", BROKEN, 0, 0},
    {"a table's CHECK, on UPDATE",
     "CREATE TABLE o(x, CHECK (x >= %s)); INSERT INTO o VALUES (1)", "UPDATE o SET x = 2",
     BROKEN, 0, 0},
    {"a CHECK, in an integrity check",
     "CREATE TABLE o(x, CHECK (x >= %s)); INSERT INTO o VALUES (1)",
     "PRAGMA integrity_check", BROKEN, 0, 0},
    {"a CHECK, in a quick check",
     "CREATE TABLE o(x, CHECK (%s >= 0)); INSERT INTO o VALUES (1)", "PRAGMA quick_check",
     BROKEN, 0, 0},
    {"a CHECK, on ALTER TABLE",
     "CREATE TABLE o(x, CHECK (x >= %s)); INSERT INTO o VALUES (1)",
     "ALTER TABLE o ADD COLUMN y CHECK (y IS NULL)", BROKEN, 0, 0},
    {"a CHECK that nobody asks for", "CREATE TABLE o(x, CHECK (x >= %s))",
     "SELECT * FROM t", BROKEN, 0, 0},
    {"a DEFAULT, on INSERT", "CREATE TABLE o(x, y DEFAULT (%s))",
     "INSERT INTO o(x) VALUES (1)", UNSAFE, 0, 0},
    {"a DEFAULT, for NULL",
     "CREATE TABLE o(x, y NOT NULL ON CONFLICT REPLACE DEFAULT (%s)); "
     "INSERT INTO o VALUES (1, 1)",
     "UPDATE o SET y = NULL", UNSAFE, 0, 0},
    {"a DEFAULT, in a trigger",
     "CREATE TABLE o(x, y DEFAULT (%s)); CREATE TRIGGER p AFTER INSERT ON t "
     "BEGIN INSERT INTO o(x) VALUES (1); END",
     "INSERT INTO t VALUES (5)", UNSAFE, 0, 0},
    {"a virtual column", "CREATE TABLE o(x, y AS (%s)); INSERT INTO o VALUES (1)",
     "SELECT y FROM o", BROKEN, 0, 0},
    {"a stored column", "CREATE TABLE o(x, y AS (x + %s) STORED)",
     "INSERT INTO o VALUES (1)", BROKEN, 0, 0},
    {"an index", "CREATE INDEX o ON t(a + %s)", "INSERT INTO t VALUES (5)", BROKEN, 0, 0},
    {"an index on a constant", "CREATE INDEX o ON t(a, (%s))", "REINDEX", BROKEN, 0, 0},
    {"a partial index", "CREATE INDEX o ON t(a) WHERE a >= %s",
     "INSERT INTO t VALUES (5)", BROKEN, 0, 0},
};

/* Views and triggers that name a table in FROM, but not inside a subquery. */
static const struct place from_places[] = {
    VIEW("a view", "SELECT * FROM %s"),
    VIEW("a join in a view", "SELECT * FROM t LEFT JOIN %s ON 1"),
    VIEW("a view's second half", "SELECT 1 UNION SELECT max(rowid) FROM %s"),
    TRIGGER("a trigger that copies", "INSERT INTO s(b) SELECT max(rowid) FROM %s"),
    {"a trigger's UPDATE FROM a table",
     "CREATE TRIGGER o AFTER INSERT ON t BEGIN UPDATE s SET b = 1 FROM %s; END",
     "INSERT INTO t VALUES (5)", UNSAFE, 3033000, 0},
};

#endif
