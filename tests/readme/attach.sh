#!/bin/sh
# Prints sql/attach.sql, or with `detach` sql/detach.sql, from the views of a file; or
# prints sql/attach_judged.sql:
#   attach.sh attach|detach sql/views.sql
#   attach.sh attach_judged sql/judged.sql sql/refresh_judged.sql
set -eu
names=$(sed -n 's/^CREATE VIEW \(IF NOT EXISTS \)*\([a-z_]*\) AS$/\2/p' "$2")
case $1 in
attach)
  cat <<'END'
-- assay: the views of views.sql as TEMP views, so that nothing is written into the file.
-- Made from views.sql by `make attach`, do not edit.
--
--   sqlite3 -readonly mine.db -cmd '.load build/assay' \
--     -cmd '.read mapping.sql' -cmd '.read sql/attach.sql'
--
-- What the views read (runs, rounds, sources, judgements, evidence) may be tables or
-- views of the file, or TEMP views over tables of any shape: sql/guide/your-tables.md.
-- The views go with the connection, or by sql/detach.sql. Running this again does no
-- harm.
END
  sed '/^--/d' "$2" | sed -n '/^CREATE VIEW/,/;$/p' |
    sed 's/^CREATE VIEW \(IF NOT EXISTS \)*\([a-z_]*\) AS$/\
DROP VIEW IF EXISTS temp.\2;\
CREATE TEMP VIEW \2 AS/'
  ;;
detach)
  cat <<'END'
-- assay: takes back attach.sql (the TEMP views) or, where there are none, views.sql (the
-- views of the file). Made from views.sql by `make attach`, do not edit.
--
-- Tables, and views that map tables of your own, are left as they are.
END
  for name in $names; do echo "DROP VIEW IF EXISTS $name;"; done
  ;;
attach_judged)
  cat <<'END'
-- assay: judged.sql for a connection: its judged rounds are TEMP, so that nothing is
-- written into the file. Made from judged.sql and refresh_judged.sql by `make attach`, do
-- not edit.
--
--   sqlite3 -readonly mine.db -cmd '.load build/assay' -cmd '.read mapping.sql' \
--     -cmd '.read sql/attach.sql' -cmd '.read sql/attach_judged.sql'
--
-- runs, rounds and sources may be tables or views of any shape, ids of any type. No
-- trigger watches what a view reads, so the rows are of the moment at which they were
-- judged. After a change read this again.

DROP VIEW IF EXISTS temp.judged_rounds;
DROP TABLE IF EXISTS temp.judged;
DROP TABLE IF EXISTS temp.judged_under;

END
  # A user's view may have a round twice, so an index replaces the primary key.
  sed -n -e '/^CREATE TABLE main.judged (/,/;$/p' \
    -e '/^CREATE TABLE main.judged_under/p' \
    -e '/^INSERT INTO main.judged_under/,/^$/p' \
    -e '/^CREATE TRIGGER main.judged_refresh/,/^$/p' \
    -e '/^CREATE VIEW main.judged_rounds/,/^$/p' "$2" |
    sed -e 's/^\(  recent_sources,.*\),$/\1/' -e '/^  PRIMARY KEY/d' \
      -e 's/^) WITHOUT ROWID;/);\
CREATE INDEX temp.judged_of_run ON judged(run_id, round);\
/' -e '/SELECT RAISE/,/watched;$/d' -e '/INSERT INTO judged SELECT e/,/;$/d' \
      -e '/DELETE FROM .*judged_due/d' -e '/CASE WHEN/d' -e '/ELSE .a trigger is gone/d' \
      -e 's/^         THEN \(.*\)refresh_judged.*/    \1attach_judged.sql'"'"'),/' \
      -e 's/FROM \(judged_under AS u\), \(judged AS j\)/FROM temp.\1, temp.\2/' \
      -e 's/main\./temp./'
  sed -n '/^UPDATE/,$s/main\./temp./p; /^SET/p' "$3"
  ;;
esac
