-- assay: views over the tables of schema.sql in this folder. They score and veto the
-- candidates for each next question of an interview, and choose one.
--
--   turn_phase               one row per turn: coverage and phase
--   candidate_scores         one row per candidate: multiplier and score
--   candidate_contributions  one row per candidate and scorer: its part of the score
--   candidate_vetoes         one row per reason for which a candidate may not be asked
--   turn_choice              one row per turn: the next strategy, and how far it leads
--   turn_alternatives        one row for each of the next three strategies
--   focus_metrics            one row per turn: the graph around the turn's focus
--   measured_signals         one row per candidate and scorer: a raw score, computed
--                            from turns and graph; you can store it in turn_signals
--
-- Each view uses only the facts at the end of a turn: edges, mentions and replies of
-- later turns do not count. To query the views you need assay; to create them you don't.
-- The views use json_each, but no other JSON function of SQLite: before SQLite 3.41,
-- PRAGMA trusted_schema = OFF forbids the others in a view.
--
-- After an update of assay read this script again. It replaces only the views that it
-- made, as the first comment of sql/views.sql explains.

SAVEPOINT views;

CREATE TABLE main.views_in_doubt AS
SELECT name
FROM main.sqlite_master
WHERE name COLLATE NOCASE IN (
  'session_turns', 'turn_phase', 'candidate_scores', 'candidate_contributions',
  'node_use', 'candidate_vetoes', 'judged_candidates', 'ranked_candidates',
  'turn_alternatives', 'turn_choice', 'turn_graph', 'turn_clusters', 'turn_focus',
  'focus_metrics', 'recent_momentum', 'candidate_measures', 'measured_signals'
)
  AND sql NOT LIKE '%-- assay: sql/interview/views.sql replaces this view%';

DROP VIEW IF EXISTS main.session_turns;
DROP VIEW IF EXISTS main.turn_phase;
DROP VIEW IF EXISTS main.candidate_scores;
DROP VIEW IF EXISTS main.candidate_contributions;
DROP VIEW IF EXISTS main.node_use;
DROP VIEW IF EXISTS main.candidate_vetoes;
DROP VIEW IF EXISTS main.judged_candidates;
DROP VIEW IF EXISTS main.ranked_candidates;
DROP VIEW IF EXISTS main.turn_alternatives;
DROP VIEW IF EXISTS main.turn_choice;
DROP VIEW IF EXISTS main.turn_graph;
DROP VIEW IF EXISTS main.turn_clusters;
DROP VIEW IF EXISTS main.turn_focus;
DROP VIEW IF EXISTS main.focus_metrics;
DROP VIEW IF EXISTS main.recent_momentum;
DROP VIEW IF EXISTS main.candidate_measures;
DROP VIEW IF EXISTS main.measured_signals;

CREATE VIEW session_turns AS
-- assay: sql/interview/views.sql replaces this view
SELECT DISTINCT session_id, turn FROM turns;

-- An element (a subject of the guide) is covered after a reply has mentioned it. If a
-- session has no elements, it has no coverage, and only the number of the turn decides
-- its phase. The DISTINCT in this view removes no row. It prevents SQLite from merging
-- the view into a query; merged, the view would count elements and mentions again for
-- every signal.
CREATE VIEW turn_phase AS
-- assay: sql/interview/views.sql replaces this view
SELECT session_id, turn, elements, covered, coverage,
       interview_phase(turn, coverage) AS phase
FROM (
  SELECT session_id, turn, elements, covered,
         CAST(covered AS REAL) / nullif(elements, 0) AS coverage
  FROM (
    SELECT DISTINCT
      t.session_id, t.turn,
      (SELECT count(*) FROM nodes AS n
       WHERE n.session_id = t.session_id AND n.is_element = 1) AS elements,
      (SELECT count(DISTINCT m.node) FROM mentions AS m
       JOIN nodes AS n ON n.session_id = m.session_id AND n.node = m.node
       WHERE m.session_id = t.session_id AND m.turn <= t.turn AND n.is_element = 1)
        AS covered
    FROM session_turns AS t
  )
);

-- The score is sum(weight * raw) * multiplier over the raw scores in turn_signals
-- (ADR-006). A candidate without signals has no score, and ranks like a candidate with
-- the score 0.
CREATE VIEW candidate_scores AS
-- assay: sql/interview/views.sql replaces this view
SELECT
  c.session_id, c.turn, c.strategy, c.position, p.phase,
  phase_multiplier(p.phase, c.strategy)                 AS multiplier,
  strategy_score(c.strategy, p.phase, s.scorer, s.raw) AS score
FROM turn_candidates AS c
JOIN turn_phase AS p ON p.session_id = c.session_id AND p.turn = c.turn
LEFT JOIN turn_signals AS s
  ON s.session_id = c.session_id AND s.turn = c.turn AND s.strategy = c.strategy
GROUP BY c.session_id, c.turn, c.strategy, c.position, p.phase;

-- The terms of a candidate's score, scorer by scorer, before the multiplier.
CREATE VIEW candidate_contributions AS
-- assay: sql/interview/views.sql replaces this view
SELECT
  c.session_id, c.turn, c.strategy, e.key AS scorer,
  (SELECT value FROM json_each(e.value) WHERE key = 'weight')       AS weight,
  (SELECT value FROM json_each(e.value) WHERE key = 'raw')          AS raw,
  (SELECT value FROM json_each(e.value) WHERE key = 'contribution') AS contribution
FROM (
  SELECT s.session_id, s.turn, s.strategy,
         strategy_contributions(s.strategy, p.phase, s.scorer, s.raw) AS contributions
  FROM turn_signals AS s
  JOIN turn_phase AS p ON p.session_id = s.session_id AND p.turn = s.turn
  GROUP BY s.session_id, s.turn, s.strategy
) AS c, json_each(c.contributions) AS e;

-- For each turn and node: how many mentions and relations the node has at the end of the
-- turn.
CREATE VIEW node_use AS
-- assay: sql/interview/views.sql replaces this view
SELECT
  t.session_id, t.turn, n.node, n.label,
  (SELECT count(*) FROM mentions AS m
   WHERE m.session_id = n.session_id AND m.node = n.node AND m.turn <= t.turn)
    AS mentions,
  (SELECT count(DISTINCT CASE WHEN e.source = n.node THEN e.target ELSE e.source END)
   FROM edges AS e
   WHERE e.session_id = n.session_id AND n.node IN (e.source, e.target)
     AND e.source <> e.target AND e.turn <= t.turn) AS relations
FROM session_turns AS t JOIN nodes AS n ON n.session_id = t.session_id;

-- One row per veto (ADR-006 calls the vetoes "Tier 1"). A candidate without a focus gets
-- no veto about a node; a candidate without a question gets no veto about a repeated
-- question. A candidate's question is compared with the questions of the last five
-- turns. A strategy that the settings disable is vetoed, too.
CREATE VIEW candidate_vetoes AS
-- assay: sql/interview/views.sql replaces this view
SELECT c.session_id, c.turn, c.strategy, 'knowledge_ceiling' AS veto,
       printf('the respondent does not know about "%s"', n.label) AS reason
FROM turn_candidates AS c
JOIN nodes AS n ON n.session_id = c.session_id AND n.node = c.focus
JOIN turns AS r ON r.session_id = c.session_id AND r.turn = c.turn
               AND r.speaker = 'respondent'
WHERE knowledge_ceiling_veto(r.text, n.label)
UNION ALL
SELECT c.session_id, c.turn, c.strategy, 'element_exhausted',
       printf('"%s" was mentioned in %d replies and has %d relations',
              u.label, u.mentions, u.relations)
FROM turn_candidates AS c
JOIN node_use AS u
  ON u.session_id = c.session_id AND u.turn = c.turn AND u.node = c.focus
WHERE element_exhausted_veto(u.mentions, u.relations)
UNION ALL
SELECT c.session_id, c.turn, c.strategy, 'recent_redundancy',
       printf('turn %d asked almost the same (%.2f)', q.turn,
              max(text_similarity(c.question, q.text)))
FROM turn_candidates AS c
JOIN turns AS q ON q.session_id = c.session_id AND q.speaker = 'interviewer'
               AND q.turn BETWEEN c.turn - 4 AND c.turn
WHERE c.question IS NOT NULL AND recent_redundancy_veto(c.question, q.text)
GROUP BY c.session_id, c.turn, c.strategy
UNION ALL
SELECT c.session_id, c.turn, c.strategy, 'disabled', 'the settings disable the strategy'
FROM turn_candidates AS c
JOIN assay_strategies AS a ON a.strategy = c.strategy COLLATE NOCASE
WHERE NOT a.enabled;

CREATE VIEW judged_candidates AS
-- assay: sql/interview/views.sql replaces this view
SELECT
  s.session_id, s.turn, s.strategy, s.position, s.phase, s.multiplier, s.score,
  v.strategy IS NOT NULL AS vetoed
FROM candidate_scores AS s
LEFT JOIN (SELECT DISTINCT session_id, turn, strategy FROM candidate_vetoes) AS v
  ON v.session_id = s.session_id AND v.turn = s.turn AND v.strategy = s.strategy;

-- Candidates without a veto, best candidates first, in the order of best_strategy().
-- Scores that are equal to 12 decimals tie. score_rank is 1 for the greatest score, and
-- for scores that tie with it.
CREATE VIEW ranked_candidates AS
-- assay: sql/interview/views.sql replaces this view
SELECT session_id, turn, strategy, score,
       row_number() OVER (
         PARTITION BY session_id, turn
         ORDER BY rank DESC, position IS NULL, position, strategy COLLATE BINARY
       ) AS place,
       dense_rank() OVER (PARTITION BY session_id, turn ORDER BY rank DESC) AS score_rank
FROM (SELECT *, ci_rank(coalesce(score, 0)) AS rank FROM judged_candidates)
WHERE NOT vetoed;

-- Of the three best candidates after the chosen one: those with a score of .3 or more.
CREATE VIEW turn_alternatives AS
-- assay: sql/interview/views.sql replaces this view
SELECT session_id, turn, place - 1 AS place, strategy, score
FROM ranked_candidates
WHERE place BETWEEN 2 AND 4 AND score >= 0.3;

-- Which strategy to use after the turn. If all candidates are vetoed, the strategy is
-- `closing` without a score; if there are no candidates, the strategy is NULL. `margin`
-- is the lead over the second-best score, 0 if the two best scores tie; `alternatives`
-- are the names in turn_alternatives.
CREATE VIEW turn_choice AS
-- assay: sql/interview/views.sql replaces this view
SELECT
  p.session_id, p.turn, p.phase, c.strategy, c.candidates, c.vetoed,
  r.score, r.runner_up, r.margin,
  a.alternatives
FROM turn_phase AS p
LEFT JOIN (
  SELECT session_id, turn, best_strategy(strategy, score, vetoed, position) AS strategy,
         count(*) AS candidates, sum(vetoed) AS vetoed
  FROM judged_candidates
  GROUP BY session_id, turn
) AS c ON c.session_id = p.session_id AND c.turn = p.turn
LEFT JOIN (
  SELECT session_id, turn,
         max(CASE place WHEN 1 THEN score END)    AS score,
         max(CASE place WHEN 2 THEN strategy END) AS runner_up,
         CASE max(CASE place WHEN 2 THEN score_rank END)
           WHEN 1 THEN max(CASE place WHEN 1 THEN 0 * score END)
           ELSE max(CASE place WHEN 1 THEN score END)
                - max(CASE place WHEN 2 THEN coalesce(score, 0) END)
         END AS margin
  FROM ranked_candidates
  GROUP BY session_id, turn
) AS r ON r.session_id = p.session_id AND r.turn = p.turn
LEFT JOIN (
  SELECT session_id, turn, group_concat(strategy, ', ') AS alternatives
  FROM (SELECT * FROM turn_alternatives ORDER BY session_id, turn, place)
  GROUP BY session_id, turn
) AS a ON a.session_id = p.session_id AND a.turn = p.turn;

-- The graph at the end of each turn. Every node has a row whose `target` is NULL, so a
-- node without edges is in the graph, too. An edge whose weight is not above 0 connects
-- nothing. louvain(), which finds the clusters, ignores it, too.
CREATE VIEW turn_graph AS
-- assay: sql/interview/views.sql replaces this view
SELECT t.session_id, t.turn, e.source, e.target,
       CASE WHEN typeof(e.weight) IN ('integer', 'real')
             AND e.weight > 0 AND e.weight < 9e999 THEN e.weight END AS weight
FROM session_turns AS t
JOIN edges AS e ON e.session_id = t.session_id AND e.turn <= t.turn
UNION ALL
SELECT t.session_id, t.turn, n.node, NULL, NULL
FROM session_turns AS t
JOIN nodes AS n ON n.session_id = t.session_id AND n.first_turn <= t.turn;

CREATE VIEW turn_clusters AS
-- assay: sql/interview/views.sql replaces this view
SELECT g.session_id, g.turn, k.key AS node, k.value AS cluster
FROM (
  SELECT session_id, turn, louvain(source, target, weight) AS clusters
  FROM turn_graph
  GROUP BY session_id, turn
) AS g, json_each(g.clusters) AS k;

-- A turn has a question and a reply. Its focus is the focus of the reply; if the reply
-- has none, the focus of the question.
CREATE VIEW turn_focus AS
-- assay: sql/interview/views.sql replaces this view
SELECT t.session_id, t.turn, coalesce(r.focus, q.focus) AS focus
FROM session_turns AS t
LEFT JOIN turns AS r
  ON r.session_id = t.session_id AND r.turn = t.turn AND r.speaker = 'respondent'
LEFT JOIN turns AS q
  ON q.session_id = t.session_id AND q.turn = t.turn AND q.speaker = 'interviewer';

-- For each turn: the cluster that contains the focus, and how densely edges connect the
-- cluster's nodes. The view repeats graph_metrics() in SQL, because a view may not use a
-- virtual table that runs SQL.
CREATE VIEW focus_metrics AS
-- assay: sql/interview/views.sql replaces this view
WITH
  clusters AS (SELECT * FROM turn_clusters),
  members AS (
    SELECT f.session_id, f.turn, f.focus, c.cluster, m.node
    FROM turn_focus AS f
    JOIN clusters AS c ON c.session_id = f.session_id AND c.turn = f.turn
                      AND c.node = f.focus
    JOIN clusters AS m ON m.session_id = f.session_id AND m.turn = f.turn
                      AND m.cluster = c.cluster
  ),
  links AS (
    SELECT session_id, turn, source AS node, target AS neighbour
    FROM turn_graph WHERE weight IS NOT NULL AND source <> target
    UNION
    SELECT session_id, turn, target, source
    FROM turn_graph WHERE weight IS NOT NULL AND source <> target
  ),
  degrees AS (
    SELECT m.session_id, m.turn, m.node, count(n.node) AS degree
    FROM members AS m
    LEFT JOIN links AS l ON l.session_id = m.session_id AND l.turn = m.turn
                        AND l.node = m.node
    LEFT JOIN members AS n ON n.session_id = m.session_id AND n.turn = m.turn
                          AND n.node = l.neighbour
    GROUP BY m.session_id, m.turn, m.node
  ),
  ordered AS (
    SELECT session_id, turn, degree,
           row_number() OVER (PARTITION BY session_id, turn ORDER BY degree) AS place,
           count(*) OVER (PARTITION BY session_id, turn) AS nodes
    FROM degrees
  ),
  densities AS (
    SELECT session_id, turn, nodes AS cluster_size,
           coalesce(CAST(sum(degree) AS REAL) / nullif(nodes * (nodes - 1), 0), 0.0)
             AS local_density,
           mean_of(CASE WHEN place IN ((nodes + 1) / 2, nodes / 2 + 1) THEN degree END)
             AS median_degree
    FROM ordered
    GROUP BY session_id, turn, nodes
  ),
  reached(session_id, turn, node, hops) AS (
    SELECT session_id, turn, node, 0 FROM members
    UNION
    SELECT r.session_id, r.turn, l.neighbour, r.hops + 1
    FROM reached AS r
    JOIN links AS l ON l.session_id = r.session_id AND l.turn = r.turn
                   AND l.node = r.node
    WHERE r.hops < 2
  ),
  peripheral AS (
    SELECT session_id, turn, count(DISTINCT node) AS candidates
    FROM reached AS r
    WHERE NOT EXISTS (SELECT 1 FROM members AS m
                      WHERE m.session_id = r.session_id AND m.turn = r.turn
                        AND m.node = r.node)
      AND NOT EXISTS (SELECT 1 FROM turn_focus AS v
                      WHERE v.session_id = r.session_id AND v.turn <= r.turn
                        AND v.focus = r.node)
    GROUP BY session_id, turn
  )
SELECT
  f.session_id, f.turn, f.focus, d.cluster_size, d.local_density, d.median_degree,
  CASE WHEN d.cluster_size IS NOT NULL THEN coalesce(p.candidates, 0) END
    AS peripheral_candidates,
  EXISTS (SELECT 1 FROM nodes AS n JOIN nodes AS o ON o.session_id = n.session_id
          WHERE n.session_id = f.session_id AND n.node = f.focus
            AND o.first_turn <= f.turn AND n.stance * o.stance < 0) AS has_opposite
FROM turn_focus AS f
LEFT JOIN densities AS d ON d.session_id = f.session_id AND d.turn = f.turn
LEFT JOIN peripheral AS p ON p.session_id = f.session_id AND p.turn = f.turn;

-- For each turn: how many replies in the last five turns have a low momentum (below 30),
-- and the mean momentum of all replies in these turns.
CREATE VIEW recent_momentum AS
-- assay: sql/interview/views.sql replaces this view
SELECT t.session_id, t.turn, count(CASE WHEN r.momentum < 30 THEN 1 END) AS low_replies,
       mean_of(r.momentum) AS average_momentum
FROM session_turns AS t
LEFT JOIN turns AS r ON r.session_id = t.session_id AND r.speaker = 'respondent'
                    AND r.turn BETWEEN t.turn - 4 AND t.turn
GROUP BY t.session_id, t.turn;

-- The inputs of the scorers for each candidate. `gaps` is the number of elements that are
-- not covered yet; `depth` is the share of covered elements that have two relations or
-- more.
CREATE VIEW candidate_measures AS
-- assay: sql/interview/views.sql replaces this view
SELECT
  c.session_id, c.turn, c.strategy, a.type_category,
  p.elements - p.covered AS gaps,
  p.coverage             AS breadth,
  (SELECT mean_of(u.relations >= 2) FROM node_use AS u
   JOIN nodes AS n ON n.session_id = u.session_id AND n.node = u.node
   WHERE u.session_id = c.session_id AND u.turn = c.turn AND n.is_element = 1
     AND u.mentions > 0) AS depth,
  (SELECT ambiguity_of(r.ambiguity) FROM turns AS r
   WHERE r.session_id = c.session_id AND r.turn = c.turn AND r.speaker = 'respondent')
    AS ambiguity,
  m.low_replies, m.average_momentum,
  (SELECT count(*) FROM turns AS q
   WHERE q.session_id = c.session_id AND q.speaker = 'interviewer'
     AND q.turn BETWEEN c.turn - 4 AND c.turn
     AND q.strategy = c.strategy COLLATE NOCASE) AS recent_uses,
  (SELECT count(*) FROM mentions AS x
   WHERE x.session_id = c.session_id AND x.turn <= c.turn
     AND x.node = coalesce(c.focus, f.focus)) AS mentions,
  f.local_density, f.median_degree, f.peripheral_candidates, f.has_opposite
FROM turn_candidates AS c
JOIN turn_phase AS p ON p.session_id = c.session_id AND p.turn = c.turn
LEFT JOIN assay_strategies AS a ON a.strategy = c.strategy COLLATE NOCASE
LEFT JOIN recent_momentum AS m ON m.session_id = c.session_id AND m.turn = c.turn
LEFT JOIN focus_metrics AS f ON f.session_id = c.session_id AND f.turn = c.turn;

-- Every query computes all signals of this view again. To keep the signals, store them:
--   INSERT INTO turn_signals SELECT * FROM measured_signals;
CREATE VIEW measured_signals AS
-- assay: sql/interview/views.sql replaces this view
SELECT
  m.session_id, m.turn, m.strategy, s.scorer,
  CASE s.scorer
    WHEN 'coverage_gap' THEN coverage_gap_score(m.gaps, m.type_category = 'coverage')
    WHEN 'ambiguity' THEN ambiguity_score(m.ambiguity)
    WHEN 'depth_breadth_balance'
      THEN depth_breadth_balance_score(m.type_category, m.breadth, m.depth)
    WHEN 'engagement'
      THEN engagement_score(m.type_category, m.low_replies, m.average_momentum)
    WHEN 'strategy_diversity' THEN strategy_diversity_score(m.recent_uses)
    WHEN 'novelty' THEN novelty_score(m.mentions)
    WHEN 'peripheral_readiness'
      THEN peripheral_readiness_score(m.strategy, m.local_density,
                                      m.peripheral_candidates)
    WHEN 'contrast_opportunity'
      THEN contrast_opportunity_score(m.strategy, m.has_opposite, m.local_density)
    WHEN 'cluster_saturation'
      THEN cluster_saturation_score(m.strategy, m.local_density, m.median_degree)
  END AS raw
FROM candidate_measures AS m
JOIN (SELECT DISTINCT scorer FROM assay_scorers) AS s;

CREATE TABLE main.views_refused (
  name
  CONSTRAINT "names of its views are taken: rename yours, drop those of an older assay"
       CHECK (name IS NULL)
);
INSERT OR ROLLBACK INTO views_refused SELECT name FROM views_in_doubt;
DROP TABLE IF EXISTS main.views_refused;
DROP TABLE IF EXISTS main.views_in_doubt;

RELEASE views;
