-- Acceptability: how much of the choice hangs on the weights? Each round's share is how
-- often it wins when the weights are drawn at random (SMAA-2, Lahdelma and Salminen
-- 2001).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/acceptability.sql
--
-- Needs the views of sql/views.sql; 80 columns wide with four rounds.

.bail on
.mode list
.headers off

CREATE TEMP TABLE shares AS
SELECT a.run_id, s.round, s.share
FROM (
  SELECT run_id, max(typeof(round)) AS type,
         round_acceptability(round, gate_passed, coverage, source_quality, agreement,
                             verification, recency, 10000, 42) AS shares
  FROM round_scores GROUP BY run_id
) AS a, acceptability_rows(a.shares, a.type) AS s;

-- The choice under the weights in force, and how many rounds of its gate class it beat.
CREATE TEMP TABLE choices AS
SELECT b.run_id, b.best_round, s.share,
       CASE b.gate_passed WHEN 1 THEN b.passing_rounds ELSE b.rounds END AS rivals
FROM run_best_round AS b
JOIN shares AS s ON s.run_id = b.run_id AND s.round = b.best_round;

SELECT printf('ACCEPTABILITY OF THE CHOICE IN %d RUNS', count(*)) FROM choices;
SELECT 'How often a round wins under 10000 weightings drawn at random. Rounds that fail';
SELECT 'the gate do not compete with rounds that pass.';
SELECT '';
SELECT printf('%4d runs had nothing to choose: one round, or one that passes', count(*))
FROM choices WHERE rivals = 1;
SELECT printf('%4d choices hold under every weighting', count(*))
FROM choices WHERE rivals > 1 AND share = 1;
SELECT printf('%4d hold under 95 %% of the weightings or more', count(*))
FROM choices WHERE share < 1 AND share >= 0.95;
SELECT printf('%4d under half of them or more', count(*))
FROM choices WHERE share < 0.95 AND share >= 0.5;
SELECT printf('%4d under fewer than half: another round is the likelier winner', count(*))
FROM choices WHERE share < 0.5;

SELECT '';
SELECT '';
SELECT 'CHOICES THAT DEPEND ON THE WEIGHTS';
SELECT 'The least certain first.';
SELECT '';
SELECT 'Run  Question                         Best  Share   Percent by round';
SELECT printf('%3d  ', c.run_id)
    || substr(r.title || '                                        ', 1, 33)
    || substr('R' || c.best_round || '      ', 1, 5)
    || printf('%5.1f %%  ', 100 * c.share)
    || rtrim((SELECT group_concat(cell, '') FROM (
          SELECT printf(' R%s %-3.0f', round, 100 * share) AS cell
          FROM shares AS s WHERE s.run_id = c.run_id ORDER BY round)))
FROM choices AS c JOIN runs AS r ON r.run_id = c.run_id
WHERE c.share < 1
ORDER BY c.share, c.run_id;
