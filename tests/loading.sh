#!/bin/sh
# Loads the extension in the sqlite3 shell in several ways: twice; by the SQL function
# load_extension(); while a statement runs; with read-only databases. While it loads, the
# extension must read no file and write nothing.

. tests/shell/tap.sh
stem=${extension%.*}
cd "$directory" || exit 255

shell() {
  sqlite3 -batch "$@" 2>&1
}

is "$(echo 'SELECT tier_of(0.75);' | shell :memory: -cmd ".load $extension")" High \
  'loaded by its file name'
is "$(echo 'SELECT tier_of(0.75);' | shell :memory: -cmd ".load $stem")" High \
  'loaded without the suffix'
is "$(echo 'SELECT tier_of(0.75);' |
  shell :memory: -cmd ".load $extension sqlite3_assay_init")" \
  High 'loaded by its entry point'
is "$(echo 'SELECT tier_of(0.75);' | shell :memory: -cmd ".load $extension" \
  -cmd ".load $extension")" High 'loaded twice'

is "$(shell :memory: <<SQL
SELECT load_extension('$extension');
SELECT load_extension('$extension');
SELECT tier_of(0.75);
SQL
)" '

High' 'loaded twice by SQL'

is "$(shell :memory: <<SQL
SELECT column1, load_extension('$extension') FROM (VALUES (1), (2), (3));
SELECT tier_of(0.75);
SQL
)" '1|
2|
3|
High' 'loaded while a statement runs'

is "$(shell :memory: -cmd ".load $extension" <<SQL
SELECT tier_of(column1), load_extension('$extension') FROM (VALUES (0.9), (0.8), (0.1));
SQL
)" 'Elite|
High|
Low|' 'loaded while a statement runs that uses it'

frozen="assay_load_yaml('evaluation: {deep_research: {recency_windows: {ours: 7}}}')"
is "$(shell :memory: -cmd ".load $extension" <<SQL
SELECT $frozen, recency_window('ours');
SELECT load_extension('$extension'), load_extension('$extension');
SELECT recency_decay(column1, 'ours'), load_extension('$extension')
  FROM (VALUES (0), (7), (14));
.load $extension
SELECT recency_window('ours'), $frozen;
SQL
)" '1|7
|
1.0|
0.5|
0.25|
7|0' 'loaded again and again: the settings stay'

# A copy of the library under another name is a different library, and it can also be
# loaded.
cp "$extension" "copy.${extension##*.}"
is "$(shell :memory: -cmd ".load $extension" <<SQL
SELECT $frozen, recency_window('ours');
.load ./copy sqlite3_assay_init
SELECT load_extension('./copy', 'sqlite3_assay_init');
SELECT recency_window('ours'), $frozen;
SQL
)" '1|7

7|0' 'a copy of the library keeps the settings, too'
rm "copy.${extension##*.}"

shell rounds.db <<SQL
CREATE TABLE rounds(score);
INSERT INTO rounds VALUES (0.9), (0.8);
SQL
sum=$(cksum rounds.db)
query='SELECT tier_of(score) FROM rounds;'
is "$(echo "$query" | shell -readonly rounds.db -cmd ".load $extension")" 'Elite
High' 'loaded into a read-only database'
is "$(echo "$query" | shell 'file:rounds.db?immutable=1' -cmd ".load $extension")" 'Elite
High' 'loaded into an immutable database'
is "$(echo "$query" | shell rounds.db -cmd ".load $extension")" 'Elite
High' 'loaded into a writable database'
is "$(cksum rounds.db)" "$sum" 'the file is unchanged'
is "$(ls)" rounds.db 'no other file was made'

# Loads the extension while another connection has locked the database, then with a file
# that is not a database.
is "$(shell rounds.db <<SQL
BEGIN EXCLUSIVE;
.shell echo "SELECT tier_of(0.8);" | sqlite3 -batch rounds.db -cmd ".load $extension"
ROLLBACK;
SQL
)" High 'loaded while another process holds the lock'
echo 'This is no database, however often it is read and reread by whomever.' >none.db
is "$(echo 'SELECT tier_of(0.75);' | shell none.db -cmd ".load $extension")" High \
  'loaded where the file is no database'

echo 'PRAGMA journal_mode = WAL;' | shell rounds.db >/dev/null
sum=$(cksum rounds.db)
is "$(echo "$query" | shell rounds.db -cmd ".load $extension")" 'Elite
High' 'loaded in WAL mode'
is "$(cksum rounds.db)" "$sum" 'the file is unchanged'

finish
