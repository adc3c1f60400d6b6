-- assay: copies one history into the tables of tables.sql, which are in the attached
-- database `part`. judge.py reads this script.

BEGIN;

-- Checks that every column run_id has the collation BINARY, in which 'a', 'A' and 'a '
-- differ. Each UNION here compares by the collation of its first column, run_id.
CREATE TEMP TABLE compared (
  ids CONSTRAINT "run_id compares as BINARY" CHECK (ids = 3));
INSERT INTO compared SELECT count(*)
FROM (SELECT run_id FROM main.runs WHERE 0 UNION VALUES ('a'), ('A'), ('a '));
INSERT INTO compared SELECT count(*)
FROM (SELECT run_id FROM main.rounds WHERE 0 UNION VALUES ('a'), ('A'), ('a '));
INSERT INTO compared SELECT count(*)
FROM (SELECT run_id FROM main.sources WHERE 0 UNION VALUES ('a'), ('A'), ('a '));

INSERT INTO part.ids(run_id)
SELECT run_id FROM (SELECT run_id FROM main.runs UNION SELECT run_id FROM main.rounds
                    UNION SELECT run_id FROM main.sources)
WHERE run_id IS NOT NULL;
INSERT INTO part.runs
SELECT run_id, title, note, domain, as_of FROM main.runs WHERE run_id IS NOT NULL;
INSERT INTO part.judged SELECT * FROM temp.live_rounds WHERE run_id IS NOT NULL;

-- If the history has no table judgements or outcomes, SQLite reads the empty table of
-- that name in `part`.
INSERT INTO part.judgements
SELECT run_id, round, dimension, judge, family, score FROM judgements;
INSERT INTO part.outcomes SELECT run_id, round, good FROM outcomes;

COMMIT;
