-- Tests the view round_confidence. From a round's judges the view computes error bars for
-- the index, and how sure the gate's verdict is (ADR-007 section 7, action 3).
.read sql/schema.sql
.read sql/views.sql

SELECT plan(24);

INSERT INTO runs(run_id, title, domain, as_of) VALUES
  (1, 'reported', NULL, '2026-03-01'), (2, 'from sources', 'ai_ml', '2026-03-01'),
  (3, 'nobody judged it', NULL, '2026-03-01');
INSERT INTO rounds VALUES
  (1, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 12, 0), (1, 2, 0.5, 0.5, 0.5, 0.5, 0.5, NULL, NULL),
  (1, 3, 0.5, 0.5, 0.5, 0.5, 0.5, 12, 0), (1, 4, 0.5, 0.5, 0.5, 0.5, 0.5, 12, 0),
  (1, 5, 0.5, 0.5, 0.5, 0.5, 0.5, 12, 0), (1, 6, 0.5, 0.5, 0.5, 0.5, 0.5, 12, 0),
  (2, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 12, 0), (2, 2, 0.5, 0.5, 0.5, 0.5, 0.5, 12, 0),
  (3, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 12, 0);

CREATE TEMP TABLE five(dimension);
INSERT INTO five
VALUES ('coverage'), ('source_quality'), ('agreement'), ('verification'), ('recency');

-- Each judge gives all dimensions one score, so the judge's index is that score: .7, .8,
-- .9.
INSERT INTO judgements
SELECT 1, 1, dimension, column1, NULL, column2
FROM five, (VALUES ('ann', 0.7), ('bob', 0.8), ('cid', 0.9));
SELECT results_eq(
  'SELECT run_id, round, judges, families, mean, missing FROM round_confidence',
  'VALUES (1, 1, 3, 3, 0.8, '''')', 'a row for the round that was judged');
-- The standard error is .1 / sqrt(3). Student's t with two degrees of freedom has the
-- .975 quantile .95 / sqrt(2 * .975 * .025), which is 4.302652729749464.
SELECT near(se * se, 0.01 / 3, 1e-17, 'the standard error of three indices')
FROM round_confidence;
SELECT is_eq(high, 1, 'the upper one would lie beyond the scale') FROM round_confidence;
SELECT near(mean - low, 4.302652729749464 * 0.1 / 1.7320508075688772, 1e-15,
            'the lower end, by Student''s t')
FROM round_confidence;
-- Three draws from .7, .8 and .9 have 27 outcomes; in 23 their mean is .75 or more.
SELECT near(gate_confidence, 23 / 27.0, 3e-16, 'the share of draws that pass')
FROM round_confidence;

-- Judges of one family form a cluster. A judge whose name equals a family's name does not
-- belong to that family.
INSERT INTO judgements
SELECT 1, 2, dimension, column1, column2, column3
FROM five, (VALUES ('ann', 'x', 0.7), ('bob', 'x', 0.8), ('x', NULL, 0.9));
SELECT is_eq(judges || ' of ' || families, '3 of 2', 'judges of one family')
FROM round_confidence WHERE round = 2;
SELECT is_eq(gate_confidence, 0, 'no count of sources or contradictions: never passes')
FROM round_confidence WHERE round = 2;
SELECT is_eq(missing, 'recent_sources: null; critical_contradictions: null', 'and why')
FROM round_confidence WHERE round = 2;
UPDATE judgements SET family = 'one' WHERE round = 2;
SELECT results_eq(
  'SELECT judges, families, mean, se, low, high, gate_confidence FROM round_confidence
   WHERE round = 2',
  'VALUES (3, 1, 0.8, NULL, NULL, NULL, NULL)', 'one family has no interval');
DELETE FROM judgements WHERE round = 2 AND judge <> 'bob';
SELECT results_eq(
  'SELECT judges, families, mean, se, low, high, gate_confidence FROM round_confidence
   WHERE round = 2',
  'VALUES (1, 1, 0.8, NULL, NULL, NULL, NULL)', 'one judge has no error either');

-- A dimension that a judge left out counts as 0 in that judge's index. In gate_confidence
-- a dimension's score is the mean over the judges who scored it.
INSERT INTO judgements
SELECT 1, 3, dimension, column1, NULL, 0.8
FROM five, (VALUES ('ann'), ('bob'), ('cid'), ('dan'))
WHERE column1 <> 'cid' OR dimension <> 'agreement';
UPDATE judgements SET score = 8
WHERE round = 3 AND judge = 'dan' AND dimension = 'recency';
SELECT near(mean, (0.8 + 0.8 + 0.64 + 0.68) / 4, 1e-15, 'a gap counts 0')
FROM round_confidence WHERE round = 3;
SELECT is_eq(missing, 'agreement: by 1 of 4 judges; recency: by 1 of 4 judges',
             'missing says how many left it out')
FROM round_confidence WHERE round = 3;
SELECT is_eq(gate_confidence, 1 - 2 / 256.0, 'only a draw of that judge alone fails')
FROM round_confidence WHERE round = 3;
DELETE FROM judgements WHERE round = 3 AND dimension = 'verification';
SELECT is_eq(missing, 'agreement: by 1 of 4 judges; verification: by 4 of 4 judges; '
                      || 'recency: by 1 of 4 judges', 'a dimension that all left out')
FROM round_confidence WHERE round = 3;
SELECT is_eq(gate_confidence, 0, 'never passes (R3)') FROM round_confidence
WHERE round = 3;

-- The view ignores rows whose score is NULL, a text or an infinity, and rows of other
-- dimensions.
INSERT INTO judgements
SELECT 1, 4, dimension, column1, NULL, column2
FROM five, (VALUES ('NaN', 'NaN'), ('inf', 9e999), ('text', 'high'), ('null', NULL),
                   ('off', 9.5), ('below', -0.1), ('blob', x'302e38'));
INSERT INTO judgements VALUES (1, 4, 'speed', 'odd', NULL, 0.8);
SELECT is_eq(count(*), 0, 'judges without a usable score do not count')
FROM round_confidence WHERE round = 4;
INSERT INTO judgements
SELECT 1, 4, upper(dimension), column1, NULL, column2
FROM five, (VALUES ('Ann', 0.8), ('ann', 0.9));
SELECT results_eq('SELECT judges, families, round(mean, 12), gate_confidence, missing
                   FROM round_confidence WHERE round = 4',
                  'VALUES (2, 2, 0.85, 1, '''')',
                  'dimensions in any case; Ann and ann are two judges');

INSERT INTO judgements SELECT 3, 9, dimension, 'ann', NULL, 0.8 FROM five;
SELECT is_eq(count(*), 0, 'a round that is not in rounds, or not judged, has no row')
FROM round_confidence WHERE run_id = 3;

-- If a round has sources, its Recency comes from them, and judges' scores for Recency are
-- ignored.
INSERT INTO sources VALUES (2, 1, 'new', NULL, '2026-02-20'),
                           (2, 1, 'old', NULL, '2020-02-20');
INSERT INTO judgements
SELECT 2, round, dimension, judge, NULL, 0.8
FROM five, (SELECT 1 AS round UNION ALL VALUES (2)),
     (SELECT 'ann' AS judge UNION ALL VALUES ('bob'));
INSERT INTO judgements SELECT 2, round, 'recency', 'cid', NULL, 1 FROM rounds
WHERE run_id = 2;
SELECT near(mean, 0.85 * 0.8 + 0.15 * 0.5, 1e-15, 'half of the sources are recent')
FROM round_confidence WHERE run_id = 2 AND round = 1;
SELECT is_eq(judges || missing, '2', 'a judge of Recency only does not count')
FROM round_confidence WHERE run_id = 2 AND round = 1;
SELECT is_eq(missing, 'recency: no sources', 'a round that cites nothing')
FROM round_confidence WHERE run_id = 2 AND round = 2;

-- In a user's own tables, values can have any type, and a judge can score twice, or be in
-- two families or in none.
CREATE TEMP TABLE judgements(run_id, round, dimension, judge, family, score);
.read sql/attach.sql
INSERT INTO temp.judgements
SELECT 1, 5, dimension, column1, column2, column3
FROM five, (VALUES ('ann', NULL, 0.6), ('ann', 'x', '0.8'), ('bob', 'x', 0.9),
                   (7, NULL, 0.9), (NULL, NULL, 0.7), (NULL, NULL, 0.9), (x'61', 'y', 1));
SELECT results_eq('SELECT judges, families, round(mean, 12) FROM round_confidence
                   WHERE round = 5', 'VALUES (5, 4, 0.86)',
                  'a judge counts once, with the mean; judges without a name are one');
INSERT INTO temp.judgements
SELECT 1, 6, dimension, judge, NULL, 0.7 + judge / 10.0
FROM five, (SELECT 1 AS judge UNION ALL VALUES (2), (2), (2));
SELECT near(gate_confidence, 1, 0, 'a row that occurs three times weighs no more: '
            || mean) FROM round_confidence WHERE round = 6;
SELECT near(mean, 0.85, 1e-15,
             'it weighs no more in the index') FROM round_confidence WHERE round = 6;
