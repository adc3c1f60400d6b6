-- Tests the schema and the views in sql/. If a stored round has sources, the views
-- compute its Recency from them.
.read sql/schema.sql
.read sql/views.sql

INSERT INTO runs(run_id, title, domain, as_of) VALUES
  (1, 'reported', NULL, '2025-06-30'), (2, 'from sources', 'ai_ml', '2025-06-30');
INSERT INTO rounds VALUES
  (1, 1, 0.95, 0.95, 0.90, 0.20, 0.95, 12, 0),
  (1, 2, 0.90, 0.85, 0.80, 0.85, 0.80, 12, 0),
  (1, 3, 0.95, 0.90, 0.90, 0.90, 9.5, 12, 0),
  (1, 4, 0.90, 0.85, 0.80, 0.85, 0.80, 12, 0),
  (2, 1, 0.9, 0.9, 0.9, 0.9, 1.0, 50, 0),   -- reports 50 recent sources, has three
  (2, 2, 0.9, 0.9, 0.9, 0.9, 1.0, 50, 0);   -- reports 50 recent sources, has none
INSERT INTO sources VALUES
  (2, 1, 'inside', NULL, '2025-04-01'),     -- 90 days
  (2, 1, 'outside', NULL, '2025-03-31'),    -- 91 days
  (2, 1, 'undated', NULL, 'n/a'),
  (2, 1, 'other domain', 'academic_research', '2024-06-30'),
  (2, 1, 'future', NULL, '2025-07-01');

-- The rounds of run 1 have no sources, so round_scores judges them by their reported
-- numbers.
SELECT results_eq(
  'SELECT round, verification_tier, recency_tier, gate_passed, round(ci, 3)
   FROM round_scores WHERE run_id = 1 ORDER BY round',
  'VALUES (1, ''Low'', ''Elite'', 0, 0.79), (2, ''High'', ''High'', 1, 0.845),
          (3, ''Elite'', NULL, 0, 0.778), (4, ''High'', ''High'', 1, 0.845)',
  'every round has its tiers, its gate and its index');
SELECT results_eq('SELECT best_round, gate_passed, rounds, passing_rounds
                   FROM run_best_round WHERE run_id = 1',
                  'VALUES (2, 1, 4, 2)', 'the earlier of two equal rounds is the best');

-- If a round has sources, the views count them and do not trust the reported number of
-- recent sources (ADR-007 section 4.1).
SELECT results_eq(
  'SELECT source, age_days, window_days, is_recent FROM source_recency ORDER BY source',
  'VALUES (''future'', -1, 90, 1), (''inside'', 90, 90, 1),
          (''other domain'', 365, 730, 1), (''outside'', 91, 90, 0),
          (''undated'', NULL, 90, 0)',
  'an age and a window for every source');
SELECT results_eq(
  'SELECT round, sources, dated_sources, computed_recent_sources, overclaimed
   FROM round_recency WHERE run_id = 2 ORDER BY round',
  'VALUES (1, 5, 4, 3, 47), (2, 0, 0, 0, 50)', 'the reported and the counted sources');
UPDATE rounds SET recent_sources = 3.5 WHERE run_id = 2 AND round = 1;
UPDATE rounds SET recent_sources = 'some' WHERE run_id = 2 AND round = 2;
SELECT results_eq(
  'SELECT run_id, round, overclaimed FROM round_recency
   WHERE run_id = 2 OR round = 1 ORDER BY run_id, round',
  'VALUES (1, 1, NULL), (2, 1, 0.5), (2, 2, NULL)',
  'a reported number may be broken, unreadable, or the only one');
UPDATE rounds SET recent_sources = 2 WHERE run_id = 2 AND round = 1;
SELECT results_eq(
  'SELECT overclaimed FROM round_recency WHERE run_id = 2 AND round = 1', 'VALUES (0)',
  'who reports fewer than are counted claims nothing too much');
UPDATE rounds SET recent_sources = 50 WHERE run_id = 2;
SELECT results_eq('SELECT computed_recency FROM round_recency
                   WHERE run_id = 2 AND round = 1',
                  'VALUES (0.6)', 'the share of recent ones, undated included');
SELECT results_eq(
  'SELECT round, recent_sources, missing FROM round_scores WHERE run_id = 2
   ORDER BY round',
  'VALUES (1, 3, ''''), (2, 0, ''recency: no sources'')',
  'a round that cites nothing has 0 recent sources, which is a count');
SELECT is_eq(sum(gate_passed), 0, 'no claim passes without its sources (R3)')
FROM round_scores WHERE run_id = 2;

-- The schema refuses values that no rule could read. SQLite before 3.34 names the table
-- in its message; later versions name the condition of the CHECK.
WITH refused(statement, its_table, condition, what) AS (VALUES
  ('INSERT INTO runs(title, as_of) VALUES (''x'', ''today'')', 'runs',
   'as_of GLOB ''[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'' '
     || 'AND date(as_of) IS NOT NULL',
   'a run without a day'),
  ('INSERT INTO runs(title, as_of) VALUES (''x'', ''2026-13-01'')', 'runs',
   'as_of GLOB ''[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'' '
     || 'AND date(as_of) IS NOT NULL',
   'a run of a month that is none'),
  ('INSERT INTO rounds(run_id, round) VALUES (1, 0)', 'rounds',
   'typeof(round) = ''integer'' AND round >= 1', 'a round before the first'),
  ('INSERT INTO sources VALUES (1, 1, '''', NULL, NULL)', 'sources', 'source <> ''''',
   'a source without a name'),
  ('INSERT INTO evidence VALUES (1, 1, '''', ''{}'')', 'evidence', 'rubric <> ''''',
   'a rubric without a name'),
  ('INSERT INTO judgements VALUES (1, 1, ''coverage'', '''', NULL, 0.9)', 'judgements',
   'judge <> ''''', 'a judge without a name'))
SELECT throws(statement, 'CHECK constraint failed: ' ||
              CASE WHEN sqlite_version() < '3.34' THEN its_table ELSE condition END, what)
FROM refused;
SELECT lives('INSERT INTO rounds(run_id, round) VALUES (1, 5)', 'scores may be missing');
SELECT is_eq(gate_passed, 0, 'and do not pass')
FROM round_scores WHERE run_id = 1 AND round = 5;
INSERT INTO judgements VALUES (2, 1, 'coverage', 'ann', NULL, 0.9);
INSERT INTO evidence VALUES (2, 1, 'own', '{}');
SELECT lives('INSERT INTO outcomes VALUES (2, 1, NULL)', 'an outcome may be unknown');
SELECT lives('DELETE FROM runs WHERE run_id = 2', 'a run goes');
SELECT is_eq(count(*), 0, 'with its sources') FROM sources;
SELECT is_eq((SELECT count(*) FROM rounds WHERE run_id = 2)
             + (SELECT count(*) FROM judgements) + (SELECT count(*) FROM evidence)
             + (SELECT count(*) FROM outcomes), 0,
             'and its rounds, judgements, evidence and outcomes');

-- A round without a run has no date from which to count ages. If it has sources, the
-- views leave it out; otherwise they judge its reported numbers.
PRAGMA foreign_keys = OFF;
INSERT INTO rounds VALUES (9, 1, 0.9, 0.9, 0.9, 0.9, 0.9, 12, 0);
SELECT is_eq(recency_basis, 'reported', 'of no run, without sources')
FROM round_scores WHERE run_id = 9;
INSERT INTO sources VALUES (9, 1, 's', NULL, '2025-06-01');
SELECT is_eq(count(*), 0, 'of no run, with a source') FROM round_scores WHERE run_id = 9;
DELETE FROM sources WHERE run_id = 9;
DELETE FROM rounds WHERE run_id = 9;
PRAGMA foreign_keys = ON;

PRAGMA trusted_schema = OFF;
SELECT is_eq(best_round, 2, 'under trusted_schema = OFF')
FROM run_best_round WHERE run_id = 1;

-- The mean decay of a round is rounded once, and the order of the sources does not change
-- it (R10). So two decays of 2^-53 change the mean, even beside a decay of 1. An undated
-- source counts as 0.
INSERT INTO runs(run_id, title, domain, as_of) VALUES
  (3, 'old sources last', 'ai_ml', '2025-06-30'),
  (4, 'old sources first', 'ai_ml', '2025-06-30');
INSERT INTO rounds SELECT run_id, 1, 0.9, 0.9, 0.9, 0.9, 0.9, 12, 0
FROM runs WHERE run_id > 2;
INSERT INTO sources
SELECT 3, 1, column1, NULL, column2
FROM (VALUES ('a', '2025-06-30'), ('b', date('2025-06-30', '-4770 days')),
             ('c', date('2025-06-30', '-4770 days')), ('d', 'undated'));
INSERT INTO sources SELECT 4, 1, char(197 - unicode(source)), domain, published
FROM sources WHERE run_id = 3;
SELECT is_eq(count(DISTINCT mean_decay) || ' ' || count(*), '1 2',
             'the order of the sources does not matter')
FROM round_recency WHERE run_id > 2;
SELECT is_eq(mean_decay, (1.0 + 2.220446049250313e-16) / 4,
             'nothing is lost: run ' || run_id)
FROM round_recency WHERE run_id > 2;

-- The view labelled_rounds joins outcomes with their rounds. Of two outcomes of a round,
-- the view uses the worse one. The column high says whether all five scores are High.
CREATE TEMP TABLE outcomes(run_id, round, good);
INSERT INTO temp.outcomes VALUES
  (1, 1, 2), (1, 2, '1'), (1, 2, 0), (1, 3, 'yes'), (1, 4, '1'),
  (NULL, 1, 1), (3, NULL, 0);
UPDATE rounds SET critical_contradictions = 1 WHERE run_id = 1 AND round = 2;
.read sql/outcomes.sql
SELECT results_eq(
  'SELECT round, gate_passed, high, good FROM labelled_rounds ORDER BY round',
  'VALUES (1, 0, 1, NULL), (2, 0, 0, 0), (3, 0, 1, NULL), (4, 1, 0, 1), (5, 0, 1, NULL)',
  'every round of a run that has an outcome');
