#!/bin/sh
# Tests sql/reports/data_quality.sql over the demo database, which has some problems of
# each kind, and over files in which nearly everything is wrong.

. tests/shell/tap.sh
. tests/shell/report.sh

report data_quality
shows '39 runs, 82 rounds, 1,329 sources, 240 judgements' 'the number of rows'
shows 'coverage 81 . . 1 9.5' 'one score is out of range'
shows 'verification 80 1 1 .'" 'n/a'" 'a NULL and a text in a column'
shows "recent_sources 80 . 1 1 'many'" 'two counts are missing'
shows "critical_contradictions 80 1 1 . 'n/a'" 'contradictions that were not counted'
shows ' coverage: 1 of 82 above 1, most are not: 9.5 of 0..10? score_of(9.5, 10)' \
  'a stray number does not change the scale'
shows 'sources.published YYYY-MM-DD 1,287 2026-09-11' 'dates by form'
shows 'sources.published Unix seconds 36 1743379200' 'dates in another form'
shows 'sources.published none (NULL) 4' 'none'
shows 'sources.published ambiguous date 2 3/2/2022' 'dates that cannot be read'
shows 'Recency is counted from sources in 32 runs, as reported in 2.' \
  'the number of runs by basis'
shows ' 32 Is the changelog complete? R2 12' 'the run that mixes both bases'
shows ' web_frameworks 33 183' 'a domain without a window'
shows ' 7 What do agent SDKs share? R2 0.8000 2' 'rounds with one index'
shows 'runs without a round 5 101' 'the runs of which only the sources were judged'

# The table has a column for each score. The scores are 0..100. TEMP views give them to
# the report without converting them to 0..1.
database=$directory/messy.db
sqlite3 "$database" <<'END'
CREATE TABLE history(job, n, cov, src, agr, ver, rec, fresh, contra);
INSERT INTO history VALUES
  ('018f-a', 1, 80, 4, '85%', -1, 1e999, 12, 0),
  ('018f-a', 2, 90, 5, '4/5', -1, 0.8, 12.5, NULL),
  ('018f-b', 1, 70.5, 3, '0,85', 0.7, x'0001', 'many', 0),
  ('018f-b', 'R2', 100, 1, 'good' || char(10) || 'enough', NULL, 0.8, -3, 2),
  ('018f-b', 'R2', 100, 1, 0.9, NULL, 0.8, 12, 2),
  (x'c0ffee', 1, NULL, NULL, NULL, NULL, NULL, NULL, 0),
  (x'c0ffee', 3, NULL, NULL, NULL, NULL, NULL, NULL, 0),
  ('nobody', NULL, 0.9, 0.9, 0.9, 0.9, 0.9, 12, 0);
CREATE TABLE runs(run_id, title, note, domain, as_of);
INSERT INTO runs VALUES (x'c0ffee', 'd', NULL, NULL, '2026-06-30'),
  ('018f-a', 'a', NULL, 'AI_ML', '2026-06-30'),
  ('018f-b', 'b', NULL, NULL, '2026-06'), ('018f-c', 'c', NULL, NULL, 'today');
CREATE TABLE sources(run_id, round, source, domain, published);
INSERT INTO sources VALUES
  ('018f-a', 1, 's1', NULL, '2026-06-01'), ('018f-a', 1, 's2', NULL, '2026-06-01T10:00Z'),
  ('018f-a', 1, 's3', 'law', 'Tue, 02 Jun 2026 10:00:00 GMT'),
  ('018f-a', 1, 's4', 'law', 1780000000), ('018f-a', 1, 's5', 'law', 1780000000000),
  ('018f-a', 1, 's6', 'law', '3/2/2026'), ('018f-a', 1, 's7', 'law', '2026'),
  ('018f-a', 1, 's8', 'law', '2026-05'), ('018f-a', 1, 's9', 'law', 'last spring'),
  ('018f-a', 1, 's10', 'law', x'32'), ('018f-a', 1, 's11', 'law', NULL),
  ('018f-a', 1, 's12', 'law', '2026-07-01'), ('018f-x', 1, 's', 'law', '2026-05-01');
CREATE TABLE judgements(run_id, round, dimension, judge, family, score);
INSERT INTO judgements VALUES ('018f-a', 1, 'verfication', 'j', NULL, 0.5),
  ('018f-a', 1, NULL, 'j', NULL, 0.5), ('018f-a', 9, 'recency', 'j', NULL, 0.5);
END
cat >"$directory/mapping.sql" <<'END'
CREATE TEMP VIEW rounds AS
  SELECT job AS run_id, n AS round, cov AS coverage, src AS source_quality,
         agr AS agreement, ver AS verification, rec AS recency, fresh AS recent_sources,
         contra AS critical_contradictions FROM history;
.read sql/attach.sql
END
sqlite3 -readonly "$database" -cmd ".load $extension" \
  -cmd ".read $directory/mapping.sql" \
  <sql/reports/data_quality.sql >"$directory/out" 2>"$directory/err"
check $? 'over a messy history it runs'
is "$(cat "$directory/err")" '' 'over a messy history it prints no error'
is "$(awk 'length > 80' "$directory/out")" '' 'within 80 columns'
shows ' coverage: 5 of 8 above 1: a 0..100 scale? score_of(x, 100)' \
  'a cure for a scale of 0..100'
shows ' source_quality: 3 of 8 above 1: a 1..5 scale? score_of(x, 5, 1)' 'a scale of 1..5'
shows " agreement: 4 of 8 text: score_of(x) reads 3 of it, as '85%'" 'readable text'
shows ' verification: 2 of 8 below 0: a code for "none"? nullif(x, -1)' 'a code'
shows ' recency: 1 of 8 infinite: divided by 0?' 'an infinity'
shows " recency: 1 of 8 BLOBs: numpy's numbers? Bind int(x), float(x)" 'a blob'
shows ' recent_sources: 1 of 8 not whole: a mean or a share? Count' 'a share'
shows ' recent_sources: 1 of 8 text: no number can be read from it' 'text, not a number'
shows ' critical_contradictions: 1 of 8 NULL: not counted? Or is it 0?' 'NULL in a count'
for form in 'runs.as_of YYYY-MM-DD 2 2026-06-30' 'runs.as_of no whole day 1 2026-06' \
  'runs.as_of not a date 1 today' 'sources.published YYYY-MM-DD 3 2026-07-01' \
  'sources.published YYYY-MM-DD and a time 1 2026-06-01T10:00Z' \
  'sources.published mail or HTTP 1 Tue, 02 Jun 2026 10:00:' \
  'sources.published Unix seconds 1 1780000000' \
  'sources.published Unix milliseconds 1 1780000000000' \
  'sources.published ambiguous date 1 3/2/2026' \
  'sources.published YYYY (first day) 1 2026' \
  'sources.published YYYY-MM (first day) 1 2026-05' \
  'sources.published not a date 1 last spring' "sources.published a blob 1 X'32'" \
  'sources.published none (NULL) 1'; do
  shows "$form" 'a form of date'
done
shows ' sources.published: 1 dated after as_of, which counts as recent' \
  'a date in the future'
shows "'018f-a' a R2 12.5" 'a run that mixes both bases'
shows ' law 10 183' 'a domain that is not in the settings'
shows ' AI_ML 2 183 ai_ml' 'a domain that is misspelt'
shows ' verfication 1 verification' 'a dimension that is misspelt'
shows ' left out: scores of another scale are missing, which makes rounds alike' \
  'consequences of scores that are not mapped are left out'
is "$(grep -c "^X'C0FFEE'" "$directory/out")" 0 \
  'a run with such a consequence is not listed'
shows "rounds whose run is not in runs 1 'nobody'" 'rounds without their run'
shows "sources whose round is not in rounds 1 '018f-x'" \
  'sources without their round'
shows "judgements whose round is not in rounds 1 '018f-a'" \
  'judgements without their round'
shows "rounds that are in their run twice 1 '018f-b'" 'a round that appears twice'
shows "rounds without a number 1 'nobody'" 'a round without a number'
shows "runs whose rounds are not numbered 1, 2, 3 and so on 3 '018f-b'" \
  'rounds with other numbers than 1, 2, 3'

# If SQLite has no index of (run_id, round) for a table or view, the report says so first,
# because the queries that follow could take hours.
database=$directory/slow.db
sqlite3 "$database" <<'END'
CREATE TABLE h(job, n);
WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 250)
INSERT INTO h SELECT i, 1 FROM c;
CREATE TABLE cited(job, n, url);
INSERT INTO cited SELECT job, n, value FROM h, json_each('[1, 2, 3, 4]');
END
slow() { # SQL...: prints the report's line about sources
  {
    echo "CREATE TEMP VIEW runs AS SELECT job AS run_id, '' AS title, NULL AS note,
          NULL AS domain, '2026-06-30' AS as_of FROM h;
          CREATE TEMP VIEW rounds AS SELECT job AS run_id, n AS round, 1 AS coverage,
            1 AS source_quality, 1 AS agreement, 1 AS verification, 1 AS recency,
            1 AS recent_sources, 1 AS critical_contradictions FROM h;
          $1;"
    echo '.read sql/no_judgements.sql'
    echo '.read sql/attach.sql'
  } >"$directory/mapping.sql"
  sqlite3 "$database" -cmd ".load $extension" -cmd ".read $directory/mapping.sql" \
    <sql/reports/data_quality.sql | sed -n '/index of (run_id, round)/,/;$/p'
}
cited='AS SELECT job AS run_id, n AS round, url AS source, NULL AS domain,
       NULL AS published FROM cited'
is "$(slow "CREATE TEMP VIEW sources $cited")" \
  '  sources is a view without an index of (run_id, round): copy it once, like this,
  in the mapping:
    CREATE TEMP TABLE sources AS SELECT ...;' 'a view without an index'
is "$(slow "CREATE TEMP TABLE sources $cited")" \
  '  sources is a table without an index of (run_id, round): make one, like this:
    CREATE INDEX of_sources ON sources(run_id, round);' 'a table without an index'
is "$(slow "CREATE TEMP TABLE sources $cited;
            CREATE INDEX temp.of_sources ON sources(run_id, round)")" '' \
  'a table with an index'
sqlite3 "$database" 'CREATE INDEX of_round ON cited(job, n)'
is "$(slow "CREATE TEMP VIEW sources $cited")" '' 'a view over a table with an index'
is "$(slow "CREATE TEMP VIEW sources AS SELECT job AS run_id,
            row_number() OVER (PARTITION BY job) AS round, url AS source,
            NULL AS domain, NULL AS published FROM cited" | head -1)" \
  '  sources is a view without an index of (run_id, round): copy it once, like this,' \
  'a view that numbers its rounds'

# The report derives a column's scale from all numbers of the column. In the table below,
# the first column has marks of 1..10, some as a fraction or a percentage. The second has
# marks of 1..10 and a wrong 85. The third has marks of 0..10: its 0 shows that the scale
# does not begin at 1. The fourth has marks up to 5. The fifth has shares of 0..1, and a
# wrong 9 and 85.
database=$directory/marks.db
{
  echo '.read sql/schema.sql'
  echo '.read sql/views.sql'
  echo "INSERT INTO runs VALUES (1, 'marks', NULL, NULL, '2026-06-30');"
  round=0
  while read -r coverage quality agreement verification recency; do
    round=$((round + 1))
    echo "INSERT INTO rounds VALUES (1, $round, $coverage, $quality, $agreement,
          $verification, $recency, 12, 0);"
  done <<END
9      9  9  4 0.9
'9/10' 8  8  5 0.8
'8'    7  7  3 0.7
'8,5'  85 10 4 85
10     10 6  5 0.6
7      6  0  2 1
'90%'  1  5  1 9
6      2  4  3 0.5
END
} | sqlite3 "$database"
report data_quality
shows ' coverage: 5 of 8 above 1: a 1..10 scale? score_of(x, 10, 1)' 'marks of 1..10'
shows " coverage: 3 of 8 text: score_of(x, 10, 1) reads 3 of it, as '90%'" \
  'marks of 1..10 in texts'
shows " coverage: 2 of 8 are shares: '90%' is 0.900, but 9 is 0.889" \
  'spellings that differ on that scale'
shows ' source_quality: 7 of 8 above 1: a 1..10 scale? score_of(x, 10, 1); 1 beyond it' \
  'a stray 85 makes no scale of 0..100'
shows ' agreement: 7 of 8 above 1: a 0..10 scale? score_of(x, 10)' 'a 0 among marks'
shows ' verification: 7 of 8 above 1: a 1..10 scale? score_of(x, 10, 1)' \
  'marks up to 5 where others go up to 10'
shows ' recency: 2 of 8 above 1, most are not: 85 of 0..100? score_of(85, 100)' 'strays'
shows ' left out: scores of another scale are missing, which makes rounds alike' \
  'no list of ties'
is "$(grep -c '^  1  marks' "$directory/out")" 0 'no tie is listed'

# Once the columns are converted as the report advises, it prints nothing about scales.
sqlite3 "$database" "UPDATE rounds SET coverage = score_of(coverage, 10, 1),
  source_quality = score_of(source_quality, 10, 1), agreement = score_of(agreement, 10),
  verification = score_of(verification, 10, 1),
  recency = CASE WHEN recency > 1 THEN score_of(recency, 100) ELSE recency END" \
  -cmd ".load $extension"
report data_quality
is "$(grep -c -e 'above 1' -e 'left out' -e shares "$directory/out")" 0 \
  'after the mapping the report has no more to say about scales'

# The report prints each text of the data within one line and 80 columns, without
# characters that control a terminal. It cuts a long list, and prints how many lines it
# left out.
database=$directory/hostile.db
sqlite3 "$database" <<'END'
CREATE TABLE runs(run_id, title, note, domain, as_of);
CREATE TABLE rounds(run_id, round, coverage, source_quality, agreement, verification,
  recency, recent_sources, critical_contradictions);
CREATE TABLE sources(run_id, round, source, domain, published);
CREATE TABLE judgements(run_id, round, dimension, judge, family, score);
CREATE TEMP TABLE n(i, evil);
WITH RECURSIVE c(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM c WHERE i < 39)
INSERT INTO n SELECT i, char(10, 27, 9, 7, 155) || '[31m' || i FROM c;
INSERT INTO runs SELECT 'run' || evil, evil, NULL, NULL, NULL FROM n;
INSERT INTO rounds SELECT 'run' || evil, column1, evil, x'1b0a', 0.8, 0.7,
  0.83333333333333337, CASE WHEN i > 20 THEN evil END, 0
FROM n, (VALUES (1), (2.5), (3));
INSERT INTO rounds SELECT 'dup' || evil, column1, 0.8, 0.8, 0.8, 0.8, 0.8, 9, evil
FROM n, (VALUES (1), (1), (3)) WHERE i = 10;
INSERT INTO sources SELECT 'run' || evil, 1, 'a', 'domain' || evil, evil FROM n;
INSERT INTO judgements SELECT 'x' || evil, 1, 'dim' || evil, 'j', NULL, 12345678901.5
FROM n;
.read sql/views.sql
END
report data_quality
is "$(grep -o '^and .* more' "$directory/out" | tr '\n' ' ')" \
  'and 40 more and 10 more and 10 more and 11 more ' \
  'each list that is cut has a line with the number left out'
shows ' [31m10 R2.5 0.833333333333333' 'a long number'
shows ' judgements.score: 30 of 30 above 1, up to 1.23457e+10:' 'a long line is broken'
shows "coverage 3 . 90 . ' [31m3'" 'examples'
shows ' runs.as_of: no source of such a run has an age or is recent' 'runs without a day'
shows 'runs whose rounds are not numbered 1, 2, 3 and so on 31' \
  'rounds 1, 1, 3 and 1, 2.5, 3 are not 1, 2, 3'
shows "'dup' || char(10) || char(27) || char(9) || char(7) || char(155) || '[31m10'" \
  'an id that can be pasted'
report data_quality all
is "$(grep -c -e '^and ' "$directory/out") $(grep -c "^'run' " "$directory/out")" '0 90' \
  'with :rows all no list is cut'
is "$(LC_ALL=C grep -c '[^ -~]' "$directory/out")" 0 'no control character is printed'

# If the table sources, the table judgements or the extension is missing, the report says
# what to do.
sqlite3 "$directory/no.db" 'CREATE TABLE runs AS SELECT 1 AS run_id, 2 AS title,
  3 AS domain, 4 AS as_of' 'CREATE TABLE rounds AS SELECT 1 AS run_id, 1 AS round,
  1 AS coverage, 1 AS source_quality, 1 AS agreement, 1 AS verification, 1 AS recency,
  1 AS recent_sources, 1 AS critical_contradictions'
needs() { # OPTION...: prints what the report says is missing
  sqlite3 -readonly "$directory/no.db" "$@" -cmd '.read sql/attach.sql' \
    <sql/reports/data_quality.sql 2>&1 | grep -o 'needs .*'
}
is "$(needs -cmd ".load $extension")" \
  'needs sources: sql/no_sources.sql makes an empty table (19)' 'no sources'
is "$(needs -cmd ".load $extension" -cmd '.read sql/no_sources.sql')" \
  'needs judgements: sql/no_judgements.sql makes an empty table (19)' 'no judgements'
is "$(needs)" 'needs assay: .load it first (19)' 'no assay'

finish
