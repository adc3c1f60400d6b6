-- Grid search over the path penalty: which penalties for 0, 1 and 2 path hits (words of
-- the query in the path of a result) give the best ranking? Measures many settings
-- (three penalties each) with the golden set (queries and the paths that they should
-- find). Compares each setting with the ranking without penalties, and with the best
-- possible order of the candidates.
--
--   sqlite3 research.db -cmd '.load build/assay' < sql/reports/penalty_grid.sql
--
-- The report reads the tables queries, candidates and golden, and needs the views of
-- sql/retrieval/views.sql.  A query without a golden path is left out, because nothing
-- says what it should have found.
--
-- Each measure is a mean over the queries (definitions of trec_eval):
--   P@10     relevant paths among the first ten, divided by 10
--   MRR      1 / rank of the first relevant path, 0 if none is listed
--   nDCG@10  gain (worth) of the first ten, reduced at later ranks, divided by the gain
--            of the best possible ten; these may be golden paths that the search missed
--
-- The best of many settings is partly the best by luck, because the queries that measure
-- it also chose it. The line `held out` corrects this: each query is judged by the
-- setting that is best on all other queries.

.bail on
.read sql/reports/lists.sql
INSERT INTO report_needs VALUES ('penalised_ranking', 'sql/retrieval/views.sql');

DROP TABLE IF EXISTS temp.report_grid_queries;
CREATE TEMP TABLE report_grid_queries AS
SELECT q.query_id, query_word_count(q.query) AS words,
       query_avg_word_length(q.query) AS length, g.golden, g.found
FROM queries AS q
JOIN (
  SELECT g.query_id, count(*) AS golden, count(c.path) AS found
  FROM golden AS g
  LEFT JOIN candidates AS c ON c.query_id = g.query_id AND c.path = g.path
  WHERE g.gain > 0
  GROUP BY g.query_id
) AS g ON g.query_id = q.query_id;

-- Two settings join the grid: the graduated penalties of this connection's settings, and
-- the binary penalty (for 0 hits only) that ADR-002 replaced. graduated_penalty() gives
-- short queries no penalty, so here the query has 1e6 words of 1e6 letters each.
DROP TABLE IF EXISTS temp.report_grid_settings;
CREATE TEMP TABLE report_grid_settings AS
WITH deltas(delta) AS (VALUES (0.0), (-0.2), (-0.4), (-0.8), (-1.6), (-3.2), (-6.4))
SELECT a.delta AS tier0, b.delta AS tier1, c.delta AS tier2
FROM deltas AS a
JOIN deltas AS b ON b.delta >= a.delta
JOIN deltas AS c ON c.delta >= b.delta
UNION
SELECT graduated_penalty(0, 1e6, 1e6), graduated_penalty(1, 1e6, 1e6),
       graduated_penalty(2, 1e6, 1e6)
UNION
SELECT -0.5, 0.0, 0.0;

-- The candidates with the penalties of each setting, ordered as in penalised_ranking.
CREATE TEMP VIEW IF NOT EXISTS report_grid_lists AS
SELECT setting, query_id, path,
       row_number() OVER (PARTITION BY setting, query_id
                          ORDER BY score DESC, path) AS rank
FROM (
  SELECT s.rowid AS setting, p.query_id, p.path, p.pinned,
         p.base_score + graduated_penalty(p.path_match_hits, e.words, e.length,
                                          s.tier0, s.tier1, s.tier2) AS score
  FROM report_grid_settings AS s
  CROSS JOIN report_grid_queries AS e
  JOIN candidate_penalties AS p ON p.query_id = e.query_id
)
WHERE pinned OR score > 0;

-- The paths that the search listed, and then the golden paths that it missed. A missed
-- path gets a rank beyond any cutoff, so it adds nothing to a measure. But in nDCG the
-- best possible order still contains it.
CREATE TEMP VIEW IF NOT EXISTS report_grid_rows AS
SELECT l.setting, l.query_id, l.rank, l.rank AS listed_rank, coalesce(g.gain, 0) AS gain
FROM report_grid_lists AS l
LEFT JOIN golden AS g ON g.query_id = l.query_id AND g.path = l.path
UNION ALL
SELECT s.rowid, g.query_id, 1000000, NULL, g.gain
FROM report_grid_settings AS s
CROSS JOIN report_grid_queries AS e
JOIN golden AS g ON g.query_id = e.query_id
LEFT JOIN report_grid_lists AS l
  ON l.setting = s.rowid AND l.query_id = g.query_id AND l.path = g.path
WHERE l.path IS NULL;

-- `hits` is 10 times P@10: a whole number, so sums of hits need no rounding.
DROP TABLE IF EXISTS temp.report_grid_scores;
CREATE TEMP TABLE report_grid_scores AS
SELECT setting, query_id,
       CAST(round(10 * precision_at_k(rank, gain, 10)) AS INTEGER) AS hits,
       coalesce(reciprocal_rank(listed_rank, gain), 0)             AS reciprocal,
       ndcg_at_k(rank, gain, 10)                                   AS ndcg
FROM report_grid_rows
GROUP BY setting, query_id;

DROP TABLE IF EXISTS temp.report_grid;
CREATE TEMP TABLE report_grid AS
SELECT s.rowid AS setting, s.tier0, s.tier1, s.tier2, sum(g.hits) AS hits,
       mean_of(g.hits) / 10 AS precision, mean_of(g.reciprocal) AS mrr,
       mean_of(g.ndcg) AS ndcg
FROM report_grid_settings AS s JOIN report_grid_scores AS g ON g.setting = s.rowid
GROUP BY s.rowid;

CREATE TEMP VIEW IF NOT EXISTS report_grid_baseline AS
SELECT * FROM report_grid WHERE tier0 = 0 AND tier1 = 0 AND tier2 = 0;

-- Ranks the settings by P@10, then nDCG@10, then MRR, then the mildest penalty. Values
-- are rounded, so that a difference in the last bit does not count.
DROP TABLE IF EXISTS temp.report_grid_ranked;
CREATE TEMP TABLE report_grid_ranked AS
SELECT g.*,
       row_number() OVER (ORDER BY g.hits DESC, round(g.ndcg, 9) DESC,
                          round(g.mrr, 9) DESC,
                          round(g.tier0 + g.tier1 + g.tier2, 9) DESC,
                          g.tier0 DESC, g.tier1 DESC) AS place,
       c.better, c.worse
FROM report_grid AS g
JOIN (
  SELECT a.setting, sum(round(a.ndcg, 9) > round(b.ndcg, 9)) AS better,
         sum(round(a.ndcg, 9) < round(b.ndcg, 9)) AS worse
  FROM report_grid_scores AS a
  JOIN report_grid_scores AS b
    ON b.query_id = a.query_id AND b.setting = (SELECT setting FROM report_grid_baseline)
  GROUP BY a.setting
) AS c ON c.setting = g.setting;

-- For each query the setting that is best on all other queries, by the same measures.
DROP TABLE IF EXISTS temp.report_grid_held_out;
CREATE TEMP TABLE report_grid_held_out AS
SELECT query_id, hits, reciprocal, ndcg
FROM (
  SELECT s.query_id, s.hits, s.reciprocal, s.ndcg,
         row_number() OVER (
           PARTITION BY s.query_id
           ORDER BY g.hits - s.hits DESC,
                    round(g.ndcg * (SELECT count(*) FROM report_grid_queries)
                          - s.ndcg, 9) DESC,
                    round(g.mrr * (SELECT count(*) FROM report_grid_queries)
                          - s.reciprocal, 9) DESC,
                    round(g.tier0 + g.tier1 + g.tier2, 9) DESC, g.tier0 DESC, g.tier1 DESC
         ) AS place
  FROM report_grid_scores AS s JOIN report_grid AS g ON g.setting = s.setting
)
WHERE place = 1;

CREATE TEMP VIEW IF NOT EXISTS report_grid_head AS SELECT
  'Setting     0 hits  1 hit  2 hits    P@10     MRR  nDCG@10  better  worse' AS line;

CREATE TEMP VIEW IF NOT EXISTS report_grid_lines AS
SELECT setting, place,
       printf('%6.2f %6.2f  %6.2f  %6.4f  %6.4f   %6.4f  %6d %6d',
              tier0, tier1, tier2, precision, mrr, ndcg, better, worse) AS numbers
FROM report_grid_ranked;

SELECT printf('PENALTY GRID   %,d queries, %,d candidates, %,d golden paths',
              count(*), (SELECT count(*) FROM candidates WHERE query_id IN
                         (SELECT query_id FROM report_grid_queries)), sum(golden))
FROM report_grid_queries;
SELECT printf('%d settings of the three tiers. better, worse: queries whose nDCG@10 is',
              count(*)) FROM report_grid_settings;
SELECT 'higher or lower than without a penalty.';
SELECT 'No query has a golden path: there is nothing to measure.'
WHERE NOT EXISTS (SELECT 1 FROM report_grid_queries);
SELECT '';

SELECT line FROM report_grid_head;
SELECT 'no penalty  ' || l.numbers
FROM report_grid_lines AS l JOIN report_grid_baseline AS b USING (setting);
SELECT 'binary      ' || l.numbers
FROM report_grid_lines AS l JOIN report_grid_ranked AS r USING (setting)
WHERE r.tier0 = -0.5 AND r.tier1 = 0 AND r.tier2 = 0;
SELECT 'in force    ' || l.numbers
FROM report_grid_lines AS l JOIN report_grid_ranked AS r USING (setting)
WHERE r.tier0 = graduated_penalty(0, 1e6, 1e6)
  AND r.tier1 = graduated_penalty(1, 1e6, 1e6)
  AND r.tier2 = graduated_penalty(2, 1e6, 1e6);
SELECT CASE place WHEN 1 THEN 'best        '
                  ELSE printf('%d.          ', place)
       END || numbers
FROM report_grid_lines WHERE place <= 5 ORDER BY place;
SELECT printf('held out                            %6.4f  %6.4f   %6.4f',
              mean_of(hits) / 10, mean_of(reciprocal), mean_of(ndcg))
FROM report_grid_held_out;
SELECT printf('ceiling                             %6.4f  %6.4f   %6.4f',
              mean_of(min(golden, 10)) / 10, 1, 1) FROM report_grid_queries;
SELECT '';

SELECT 'WHAT THE GOLDEN SET ALLOWS';
SELECT printf('A query has %.2f golden paths, so P@10 cannot exceed %.4f.',
              mean_of(golden), mean_of(min(golden, 10)) / 10) FROM report_grid_queries;
SELECT printf('The search found %,d golden paths; with these it cannot exceed %.4f.',
              sum(found), mean_of(min(found, 10)) / 10) FROM report_grid_queries;
SELECT printf('One more path in one top ten raises P@10 by %.4f.', 0.1 / count(*))
FROM report_grid_queries;
SELECT printf('%,d of %,d queries are long enough for a penalty.',
              sum(graduated_penalty(0, words, length, -1, -1, -1) < 0), count(*))
FROM report_grid_queries;
SELECT '';

SELECT 'WHAT THE GRID SHOWS';
SELECT printf('Of %d settings with a penalty, %d raise P@10, %d lower it, %d leave it.',
              count(*), coalesce(sum(r.hits > b.hits), 0),
              coalesce(sum(r.hits < b.hits), 0), coalesce(sum(r.hits = b.hits), 0))
FROM report_grid_ranked AS r, report_grid_baseline AS b WHERE r.setting <> b.setting;
SELECT printf('Best against no penalty: P@10 %+.4f, MRR %+.4f, nDCG@10 %+.4f.',
              r.precision - b.precision, r.mrr - b.mrr, r.ndcg - b.ndcg)
FROM report_grid_ranked AS r, report_grid_baseline AS b WHERE r.place = 1;
SELECT printf('Held out against no penalty: P@10 %+.4f, MRR %+.4f, nDCG@10 %+.4f.',
              h.precision - b.precision, h.mrr - b.mrr, h.ndcg - b.ndcg)
FROM report_grid_baseline AS b,
     (SELECT mean_of(hits) / 10 AS precision, mean_of(reciprocal) AS mrr,
             mean_of(ndcg) AS ndcg
      FROM report_grid_held_out) AS h;
