#!/bin/sh
# sql/reports/data_quality.sql: over the demo database, which has some of each kind, and
# over a history in which nearly everything is wrong, each kind with its likely cure.

. tests/shell/tap.sh
. tests/shell/report.sh

report data_quality
shows '39 runs, 82 rounds, 1,329 sources, 240 judgements' 'what there is'
shows 'coverage 81 . . 1 9.5' 'one score is out of range'
shows 'verification 80 1 1 .'" 'n/a'" 'one is NULL and one text'
shows "recent_sources 80 . 1 1 'many'" 'two counts are none'
shows "critical_contradictions 80 1 1 . 'n/a'" 'contradictions that were not counted'
shows ' coverage: 1 of 82 above 1: a 0..10 scale? score_of(x, 10)' 'the likely cure'
shows 'sources.published YYYY-MM-DD 1,287 2026-09-11' 'dates by form'
shows 'sources.published Unix seconds 36 1743379200' 'dates in another form'
shows 'sources.published none (NULL) 4' 'none'
shows 'sources.published ambiguous date 2 3/2/2022' 'and some that cannot be read'
shows 'Recency of 32 runs comes from their sources, of 2 it is as reported.' 'both bases'
shows ' 32 round 2 reports 12' 'the run that mixes them'
shows ' web_frameworks 33 183' 'a domain without a window'
shows ' 7 from 2 0.8000 2' 'rounds with one index'
shows 'runs without a round 5 101' 'the runs whose sources only were judged'

# A wide table of 0..100 as it is, with TEMP views.
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
is "$(cat "$directory/err")" '' 'and has nothing to complain of'
is "$(awk 'length > 80' "$directory/out")" '' 'within 80 columns'
shows ' coverage: 5 of 8 above 1: a 0..100 scale? score_of(x, 100)' 'a scale of 0..100'
shows ' source_quality: 3 of 8 above 1: a 1..5 scale? score_of(x, 5, 1)' 'a scale of 1..5'
shows " agreement: 4 of 8 text, 3 of it read by score_of(x), as '85%'" 'readable text'
shows ' verification: 2 of 8 below 0: a code for "none"? nullif(x, -1)' 'a code'
shows ' recency: 1 of 8 infinite: divided by 0?' 'an infinity'
shows " recency: 1 of 8 BLOBs: numpy's numbers? Bind int(x), float(x)" 'a blob'
shows ' recent_sources: 1 of 8 not whole: a mean or a share? Count' 'a share'
shows ' recent_sources: 1 of 8 text that no number can be read from' 'no number'
shows ' critical_contradictions: 1 of 8 NULL: not counted? Or is it 0?' 'not counted'
for form in 'runs.as_of YYYY-MM-DD 2 2026-06-30' 'runs.as_of no whole day 1 2026-06' \
  'runs.as_of not a date 1 today' 'sources.published YYYY-MM-DD 3 2026-07-01' \
  'sources.published YYYY-MM-DD and a time 1 2026-06-01T10:00Z' \
  'sources.published mail or HTTP 1 Tue, 02 Jun 2026 10:00:' \
  'sources.published Unix seconds 1 1780000000' \
  'sources.published Unix milliseconds 1 1780000000000' \
  'sources.published ambiguous date 1 3/2/2026' \
  'sources.published YYYY (first day) 1 2026' \
  'sources.published YYYY-MM (first day) 1 2026-05' \
  'sources.published not a date 1 last spring' "sources.published a blob 1 x'32'" \
  'sources.published none (NULL) 1'; do
  shows "$form" 'a form of date'
done
shows ' sources.published: 1 dated after as_of, which counts as recent' 'the future'
shows ' 018f-a round 2 reports 12.5' 'a run that mixes both bases'
shows ' law 10 183' 'a domain that the settings do not know'
shows ' AI_ML 2 183 ai_ml' 'and one that is nearly known'
shows ' verfication 1 verification' 'a dimension that is nearly known'
shows " x'C0FFEE' from 1 0.0000 2" 'ids that are BLOBs, and an index of 0 twice'
shows 'rounds of a run that runs does not have 1 nobody' 'rounds without their run'
shows 'sources of a round that rounds does not have 1 018f-x' 'sources alone'
shows 'judgements of a round that rounds does not have 1 018f-a' 'judgements, too'
shows 'rounds that stand twice in their run 1 018f-b' 'a round that stands twice'
shows 'rounds without a number 1 nobody' 'a round without a number'
shows 'runs whose rounds are not numbered 1, 2, 3 and so on 3 018f-b' 'other numbers'

finish
