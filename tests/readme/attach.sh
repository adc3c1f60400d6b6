#!/bin/sh
# Makes sql/attach.sql, sql/detach.sql or sql/attach_judged.sql from the files that the
# arguments name, and prints it:
#   attach.sh attach|detach sql/views.sql
#   attach.sh attach_judged sql/judged.sql sql/refresh_judged.sql
set -eu
names=$(sed -n 's/^CREATE VIEW \(IF NOT EXISTS \)*\([a-z_]*\) AS$/\2/p' "$2")
case $1 in
attach)
  cat <<'END'
-- assay: makes the views of views.sql as TEMP views: nothing is written into the file.
-- `make attach` generates this script from views.sql: do not edit it.
--
--   sqlite3 -readonly mine.db -cmd '.load build/assay' \
--     -cmd '.read mapping.sql' -cmd '.read sql/attach.sql'
--
-- The views read runs, rounds, sources, judgements and evidence. These may be tables or
-- views of the file, or TEMP views over any other tables (sql/guide/your-tables.md). The
-- views end with the connection, or when you read sql/detach.sql. You can read this
-- script again.
END
  sed '/^--/d' "$2" | sed -n '/^CREATE VIEW/,/;$/p' |
    sed 's/^CREATE VIEW \(IF NOT EXISTS \)*\([a-z_]*\) AS$/\
DROP VIEW IF EXISTS temp.\2;\
CREATE TEMP VIEW \2 AS/'
  ;;
detach)
  cat <<'END'
-- assay: drops the TEMP views of attach.sql. Without TEMP views it drops the views that
-- views.sql made in the file. `make attach` generates this script: do not edit it.
--
-- Tables stay, and so do the views that map your own tables.
END
  for name in $names; do echo "DROP VIEW IF EXISTS $name;"; done
  ;;
attach_judged)
  cat <<'END'
-- assay: makes judged rounds (the numbers that the gate reads, computed once) for one
-- connection. They are TEMP: nothing is written into the file. `make attach` generates
-- this script from judged.sql and refresh_judged.sql: do not edit it.
--
--   sqlite3 -readonly mine.db -cmd '.load build/assay' -cmd '.read mapping.sql' \
--     -cmd '.read sql/attach.sql' -cmd '.read sql/attach_judged.sql'
--
-- runs, rounds and sources may be any tables or views, with ids of any type. No trigger
-- can watch the tables under a view, so the judged rounds do not follow later changes.
-- After a change read this script again.

DROP VIEW IF EXISTS temp.judged_rounds;
DROP TABLE IF EXISTS temp.judged;
DROP TABLE IF EXISTS temp.judged_under;

END
  # If `rounds` is a user's view, it can have a round twice. So the TEMP table `judged`
  # has an ordinary index instead of a primary key.
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
