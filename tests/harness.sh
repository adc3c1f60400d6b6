#!/bin/sh
# Tests the test harness: runsql must report every failure.
#
# Each case writes a file of SQL and runs it without the extension. The case states the
# expected exit status and the whole output.

. tests/shell/tap.sh
runsql=${RUNSQL:-build/tests/runsql}
case $runsql in /*) ;; *) runsql=$root/$runsql ;; esac
if [ ! -x "$runsql" ]; then
  echo "Bail out! $runsql is not built"
  exit 255
fi
cd "$directory" || exit 255

case_sql() {
  cat >case.sql
}

# expect STATUS NAME [OPTION...]: runs the case; compares its output with standard input.
expect() {
  status=$1
  name=$2
  shift 2
  cat >want
  echo "exit status $status" >>want
  "$runsql" -e '' "$@" case.sql >got 2>&1
  echo "exit status $?" >>got
  is "$(diff -u want got)" '' "$name"
}

case_sql <<'SQL'
SELECT plan(12);
SELECT ok(1, 'true');
SELECT is_eq(NULL, NULL, 'NULL IS NULL');
SELECT is_eq('a', 'a', 'texts');
SELECT is_eq(x'00ff', x'00FF', 'blobs');
SELECT is_eq(2.0, 2e0, 'reals');
SELECT near(0.1 + 0.2, 0.3, 1e-15, 'tenths');
SELECT throws('SELECT 1 +', 'INCOMPLETE%', 'a pattern in any case');
SELECT throws('SELECT 1; SELECT abs(-9223372036854775808)', '%overflow', 'at a row');
SELECT lives('CREATE TABLE t(x); INSERT INTO t VALUES (1), (NULL)', 'statements');
SELECT results_eq('SELECT x FROM t;', 'VALUES (1), (NULL)', 'rows');
SELECT skip(2, 'no network');
SELECT note('all is
well');
SQL
expect 0 'every function passes' <<'TAP'
1..12
ok 1 - true
ok 2 - NULL IS NULL
ok 3 - texts
ok 4 - blobs
ok 5 - reals
ok 6 - tenths
ok 7 - a pattern in any case
ok 8 - at a row
ok 9 - statements
ok 10 - rows
ok 11 # SKIP no network
ok 12 # SKIP no network
# all is
# well
TAP

case_sql <<'SQL'
SELECT is_eq(1, 1.0, 'storage classes');
SELECT is_eq(NULL, 0, 'NULL');
SELECT is_eq('it''s', 'its', NULL);
SELECT is_eq(x'61', 'a', 'a blob is no text');
SELECT is_eq(0.1 + 0.2, 0.3, 'all digits are shown');
SELECT is_eq('a', 'b', 'another letter');
SELECT is_eq(x'00', x'0000', 'a byte less');
SQL
expect 1 'is_eq fails' <<'TAP'
not ok 1 - storage classes
#   got: 1 (integer)
#  want: 1 (real)
not ok 2 - NULL
#   got: NULL
#  want: 0 (integer)
not ok 3
#   got: 'it''s' (text)
#  want: 'its' (text)
not ok 4 - a blob is no text
#   got: x'61' (blob)
#  want: 'a' (text)
not ok 5 - all digits are shown
#   got: 0.30000000000000004 (real)
#  want: 0.29999999999999999 (real)
not ok 6 - another letter
#   got: 'a' (text)
#  want: 'b' (text)
not ok 7 - a byte less
#   got: x'00' (blob)
#  want: x'0000' (blob)
1..7
# failed 7 of 7 tests
TAP

case_sql <<'SQL'
SELECT ok(0, 'false');
SELECT ok(NULL, 'unknown');
SELECT ok('no', 'a word');
SQL
expect 1 'ok fails' <<'TAP'
not ok 1 - false
not ok 2 - unknown
#   got: NULL
not ok 3 - a word
1..3
# failed 3 of 3 tests
TAP

case_sql <<'SQL'
SELECT near(1.5, 1, 0.25, 'too far');
SELECT near(NULL, 0, 1, 'NULL');
SELECT near('1', 1, 1, 'text');
SELECT near(1, 1, -1, 'a tolerance below zero');
SQL
expect 1 'near fails' <<'TAP'
not ok 1 - too far
#   got: 1.5 (real)
#  want: 1 (integer)
#   +/-: 0.25 (real)
not ok 2 - NULL
#   got: NULL
#  want: 0 (integer)
#   +/-: 1 (integer)
not ok 3 - text
#   got: '1' (text)
#  want: 1 (integer)
#   +/-: 1 (integer)
not ok 4 - a tolerance below zero
#   got: 1 (integer)
#  want: 1 (integer)
#   +/-: -1 (integer)
1..4
# failed 4 of 4 tests
TAP

case_sql <<'SQL'
SELECT throws('SELECT 1', '%', 'no error');
SELECT throws('SELECT * FROM nowhere', '%syntax%', 'another error');
SELECT throws(NULL, '%', 'nothing to run');
SELECT lives('SELECT 1; SELECT * FROM nowhere', 'the second statement');
SELECT lives(NULL, 'nothing to run');
SQL
expect 1 'throws and lives fail' <<'TAP'
not ok 1 - no error
#   got: no error
#  want: an error LIKE '%'
not ok 2 - another error
#   got: no such table: nowhere
#  want: an error LIKE '%syntax%'
not ok 3 - nothing to run
#   got: the SQL to run is NULL
#  want: an error LIKE '%'
not ok 4 - the second statement
#   died: no such table: nowhere
not ok 5 - nothing to run
#   died: the SQL to run is NULL
1..5
# failed 5 of 5 tests
TAP

case_sql <<'SQL'
SELECT results_eq('VALUES (1, ''a''), (2, NULL)', 'VALUES (1, ''a''), (2, 0)', 'a value');
SELECT results_eq('VALUES (1)', 'VALUES (1), (2)', 'a row less');
SELECT results_eq('VALUES (1), (2)', 'VALUES (1)', 'a row more');
SELECT results_eq('VALUES (1)', 'VALUES (1, 2)', 'a column less');
SELECT results_eq('VALUES (1)', 'SELECT * FROM nowhere', 'no table');
SELECT results_eq('SELECT abs(-9223372036854775808)', 'VALUES (1)', 'an error at a row');
SELECT results_eq('', '', 'nothing to run');
SELECT results_eq('VALUES (1); VALUES (2)', 'VALUES (1)', 'two queries');
SQL
expect 1 'results_eq fails' <<'TAP'
not ok 1 - a value
# row 2 differs
#   got: 2 (integer) | NULL
#  want: 2 (integer) | 0 (integer)
not ok 2 - a row less
# row 2 differs
#   got: no row
#  want: 2 (integer)
not ok 3 - a row more
# row 2 differs
#   got: 2 (integer)
#  want: no row
not ok 4 - a column less
# row 1 differs
#   got: 1 (integer)
#  want: 1 (integer) | 2 (integer)
not ok 5 - no table
# no such table: nowhere: 'SELECT * FROM nowhere'
not ok 6 - an error at a row
# integer overflow: 'SELECT abs(-9223372036854775808)'
not ok 7 - nothing to run
# not one query: ''
not ok 8 - two queries
# not one query: 'VALUES (1); VALUES (2)'
1..8
# failed 8 of 8 tests
TAP

case_sql <<'SQL'
-- A comment with a ';' in it
SELECT ok(1, 'before');
SELECT *
FROM nowhere
WHERE x = ';' AND y;
CREATE TABLE t(x NOT NULL); INSERT INTO t
VALUES (NULL);
SELECT ) 1; /* two
lines */ SELECT unheard_of();
SELECT ok(1, 'after');
SQL
expect 1 'an SQL error is a failed test at its line' <<'TAP'
ok 1 - before
not ok 2 - case.sql:3: no such table: nowhere
not ok 3 - case.sql:6: NOT NULL constraint failed: t.x
not ok 4 - case.sql:8: near ")": syntax error
not ok 5 - case.sql:9: no such function: unheard_of
ok 6 - after
1..6
# failed 4 of 6 tests
TAP

case_sql <<'SQL'
SELECT ok(1, 'before');
SELECT 'never closed;
SELECT ok(1, 'after');
SQL
expect 1 'a quote that is never closed' <<'TAP'
ok 1 - before
not ok 2 - case.sql:2: unrecognized token: "');
# "
1..2
# failed 1 of 2 tests
TAP

case_sql <<'SQL'
CREATE TABLE t(x);
CREATE TRIGGER tr AFTER INSERT ON t BEGIN
  DELETE FROM t WHERE x IS NULL;
  DELETE FROM t WHERE x = 2;
END;
INSERT INTO t VALUES (1), (NULL), (2);
SELECT x, 'ok', NULL FROM t;
SELECT 'okay
ok 1';
SELECT is_eq((SELECT group_concat(x) FROM t), '1', 'the trigger ran');
SQL
expect 0 'rows that are no TAP are comments' <<'TAP'
# 1 | ok | NULL
# okay
# ok 1
ok 1 - the trigger ran
1..1
TAP

case_sql <<'SQL'
SELECT ok(1, '#1 \ # SKIP
ok 2 - forged');
SELECT is_eq('a
ok 3', 'a', 'lines');
SQL
expect 1 'text that looks like TAP' <<'TAP'
ok 1 - \#1 \\ \# SKIP
# ok 2 - forged
not ok 2 - lines
#   got: 'a
# ok 3' (text)
#  want: 'a' (text)
1..2
# failed 1 of 2 tests
TAP

printf 'CREATE TABLE t(x);\n\nINSERT INTO u VALUES (1);\nSELECT ok(1, 0);' >schema.sql
printf '.read missing.sql \r\n.read case.sql\n' >missing.sql
case_sql <<'SQL'
-- The schema first.
.read schema.sql
SELECT '
.read nothing: this line is text';
SELECT count(*) FROM t;
.read nowhere.sql
.tables
SELECT ok(1, 'the last');
SQL
expect 1 '.read runs a file' <<'TAP'
not ok 1 - schema.sql:3: no such table: u
ok 2 - 0
# 
# .read nothing: this line is text
# 0
not ok 3 - case.sql:6: cannot read the file
not ok 4 - case.sql:7: the only command is .read PATH
ok 5 - the last
1..5
# failed 3 of 5 tests
TAP

printf '.read case.sql\n' >case.sql
expect 1 '.read of itself' <<'TAP'
not ok 1 - case.sql:1: files read each other too deeply
1..1
# failed 1 of 1 tests
TAP

case_sql <<'SQL'
SELECT 1;
-- SELECT ok(1, 'a comment');
SQL
expect 1 'no tests' <<'TAP'
# 1
# no tests ran
TAP

case_sql <<'SQL'
SELECT plan(2);
SELECT ok(1, 'one of two');
SQL
expect 1 'fewer tests than planned' <<'TAP'
1..2
ok 1 - one of two
# planned 2 tests but ran 1
TAP

case_sql <<'SQL'
SELECT plan(1);
SELECT ok(1, 'one');
SELECT ok(1, 'two');
SQL
expect 1 'more tests than planned' <<'TAP'
1..1
ok 1 - one
ok 2 - two
# planned 1 tests but ran 2
TAP

case_sql <<'SQL'
SELECT plan(0);
SELECT plan('3');
SELECT skip(NULL, 'no number');
SELECT plan(3);
SELECT plan(3);
SQL
expect 1 'plans and skips that are no number' <<'TAP'
not ok 1 - case.sql:1: plan: n must be a positive integer, got 0
not ok 2 - case.sql:2: plan: n must be a positive integer, got 3
not ok 3 - case.sql:3: skip: n must be a positive integer, got NULL
1..3
not ok 4 - case.sql:5: plan: there is a plan already
# planned 3 tests but ran 4
# failed 4 of 4 tests
TAP

case_sql <<'SQL'
SELECT ok(1, 'before');
SELECT 'Bail out! no disk';
SELECT ok(1, 'after');
SQL
expect 255 'a row may bail out' <<'TAP'
ok 1 - before
Bail out! no disk
TAP

case_sql <<'SQL'
CREATE TABLE IF NOT EXISTS t(x);
INSERT INTO t VALUES (1);
SELECT is_eq((SELECT count(*) FROM t), 1, 'the file was empty');
SQL
expect 0 'a database of its own' -d case.db <<'TAP'
ok 1 - the file was empty
1..1
TAP
expect 1 'a database is kept' -d case.db <<'TAP'
not ok 1 - the file was empty
#   got: 2 (integer)
#  want: 1 (integer)
1..1
# failed 1 of 1 tests
TAP

expect 2 'an option that is not known' -x nothing <<'TAP'
usage: runsql [-e EXTENSION] [-d DATABASE] FILE.sql
TAP

rm case.sql
expect 255 'a file that is not there' <<'TAP'
Bail out! case.sql: cannot read the file
TAP

printf "SELECT ok(1, 'seen');\n\0SELECT ok(0, 'unseen');\n" >case.sql
expect 255 'a file with a NUL byte' <<'TAP'
Bail out! case.sql: cannot read the file
TAP

finish
