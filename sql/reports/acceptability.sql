-- Acceptability: how many choices of a best round depend on the weights? The report draws
-- weights at random, many times. A round's share is the share of the draws in which the
-- round is the best (SMAA-2, Lahdelma and Salminen 2001).
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/acceptability.sql
--
-- The report needs sql/views.sql, and prints 20 runs (set :rows for more).

.bail on
.read sql/reports/start.sql

DROP TABLE IF EXISTS temp.report_shares;
CREATE TEMP TABLE report_shares(run_id, round, share);
INSERT INTO report_shares
SELECT a.run_id, s.round, s.share
FROM (
  SELECT run_id, max(typeof(round)) AS type,
         round_acceptability(round, gate_passed, coverage, source_quality, agreement,
                             verification, recency, 10000, 42) AS shares
  FROM report_judged WHERE NOT EXISTS (SELECT 1 FROM report_evidence) GROUP BY run_id
  UNION ALL
  SELECT run_id, max(typeof(round)),
         rubric_acceptability(rubric, round, evidence, 10000, 42)
  FROM report_evidence GROUP BY run_id
) AS a, acceptability_rows(a.shares, a.type) AS s;
CREATE INDEX temp.report_shares_rounds ON report_shares(run_id, round);

-- `best` is a run's best round under the settings' weights. `rivals` is the number of
-- rounds that compete: those that pass, or all rounds if none passes.
DROP TABLE IF EXISTS temp.report_choices;
CREATE TEMP TABLE report_choices(run_id, best, share, rivals);
INSERT INTO report_choices
SELECT b.run_id, b.best, s.share, b.rivals
FROM (
  SELECT run_id, best_round(round, gate_passed, ci) AS best,
         coalesce(nullif(sum(gate_passed), 0), count(*)) AS rivals
  FROM report_judged GROUP BY run_id
) AS b
JOIN report_shares AS s ON s.run_id = b.run_id AND s.round = b.best;

SELECT 'ACCEPTABILITY OF THE CHOICE IN ' || head FROM report_head;
SELECT 'How often a round is the best under 10,000 random weightings. Rounds that fail';
SELECT 'the gate do not compete with rounds that pass.';
SELECT '';
SELECT printf('%,7d runs had nothing to choose: one round, or one that passes', count(*))
FROM report_choices WHERE rivals = 1;
SELECT printf('%,7d choices hold under every weighting', count(*))
FROM report_choices WHERE rivals > 1 AND share = 1;
SELECT printf('%,7d hold under 95 %% of the weightings or more', count(*))
FROM report_choices WHERE share < 1 AND share >= 0.95;
SELECT printf('%,7d hold under half of the weightings or more', count(*))
FROM report_choices WHERE share < 0.95 AND share >= 0.5;
SELECT printf('%,7d hold under fewer than half: another round is more often best',
              count(*))
FROM report_choices WHERE share < 0.5;

CREATE TEMP TABLE report_listed AS
SELECT run_id, best, share FROM report_choices WHERE share < 1 ORDER BY share, run_id;

-- Writes the shares of a run's rounds as a text of at most 28 characters. If not all
-- shares fit, the text has the greatest shares, in the order of rounds, and then how
-- many shares it leaves out.
DROP VIEW IF EXISTS temp.report_cells;
CREATE TEMP VIEW report_cells AS
WITH cells AS (
  SELECT s.run_id, s.round, s.share,
         printf(' %s %-3.0f', (SELECT label FROM report_rounds AS b
                               WHERE b.run_id = s.run_id AND b.round = s.round),
                100 * s.share) AS cell
  FROM report_shown AS l JOIN report_shares AS s ON s.run_id = l.run_id
), placed AS (
  SELECT *, sum(length(cell)) OVER (PARTITION BY run_id) AS width,
         sum(length(cell)) OVER (PARTITION BY run_id ORDER BY share DESC, round) AS upto
  FROM cells
)
SELECT run_id, rtrim(group_concat(CASE WHEN fits THEN cell END, ''))
               || coalesce('  +' || nullif(count(*) - sum(fits), 0), '') AS cells
FROM (SELECT *, upto <= CASE WHEN width <= 28 THEN 28 ELSE 21 END AS fits
      FROM placed ORDER BY run_id, round)
GROUP BY run_id;

SELECT '';
SELECT '';
SELECT 'CHOICES THAT DEPEND ON THE WEIGHTS';
SELECT 'The least certain runs first. +2: two more rounds, with smaller shares.';
SELECT '';
SELECT head || 'Best  Share   Percent by round' FROM report_title;
SELECT r.head
    || printf('%-5s%5.1f %%  ', (SELECT label FROM report_rounds AS b
                                 WHERE b.run_id = s.run_id AND b.round = s.best),
              100 * s.share)
    || c.cells
FROM report_shown AS s
JOIN report_runs AS r ON r.run_id = s.run_id
JOIN report_cells AS c ON c.run_id = s.run_id
ORDER BY s.place;
SELECT line FROM report_more;
