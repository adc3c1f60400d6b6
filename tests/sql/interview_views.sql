-- Tests the views of sql/interview, which read stored interviews (ADR-006).
.read sql/interview/schema.sql
.read sql/interview/views.sql

INSERT INTO sessions(session_id, topic) VALUES (1, 'worked example'), (2, 'all vetoed'),
                                               (3, 'no candidates'), (4, 'a graph');

-- Session 1: the worked example of ADR-006, computed from stored rows.
INSERT INTO turns(session_id, turn, speaker, text, focus) VALUES
  (1, 1, 'interviewer', 'What do you drink?', 'coffee'),
  (1, 1, 'respondent', 'A cup. No idea about the origin.', 'coffee'),
  (1, 2, 'interviewer', 'Why do you like it?', 'coffee'),
  (1, 2, 'respondent', 'It wakes me up.', NULL);
INSERT INTO nodes(session_id, node, label, is_element) VALUES
  (1, 'coffee', 'coffee', 1), (1, 'origin', 'the origin', 1);
INSERT INTO turn_candidates(session_id, turn, strategy, position, focus, question) VALUES
  (1, 1, 'deepen', 1, 'coffee', NULL), (1, 1, 'broaden', 2, NULL, NULL),
  (1, 1, 'cover_element', 3, 'origin', NULL), (1, 1, 'ease', 4, NULL,
  'what do you DRINK?'),
  (1, 1, 'reflection', 5, NULL, 'What is new?');
INSERT INTO turn_signals VALUES
  (1, 1, 'deepen', 'coverage_gap', 1.5), (1, 1, 'deepen', 'ambiguity', 1.2),
  (1, 1, 'deepen', 'novelty', 0.8), (1, 1, 'broaden', 'coverage_gap', 1.5),
  (1, 1, 'cover_element', 'coverage_gap', 1.8), (1, 1, 'ease', 'coverage_gap', 1.8);

SELECT near(score, 0.648, 1e-15, 'the worked example: .81 times .8 is .648')
FROM candidate_scores WHERE strategy = 'deepen';
SELECT near(sum(contribution), 0.81, 1e-15, 'its contributions before the multiplier')
FROM candidate_contributions WHERE strategy = 'deepen';
SELECT results_eq(
  'SELECT scorer, weight, raw FROM candidate_contributions WHERE strategy = ''deepen''',
  'VALUES (''coverage_gap'', 0.3, 1.5), (''ambiguity'', 0.2, 1.2), (''novelty'', 0.15,
  0.8)',
  'the contribution of each scorer');
SELECT is_eq((SELECT score FROM candidate_scores WHERE strategy = 'reflection'), NULL,
             'a candidate without signals has no score');

SELECT results_eq('SELECT strategy, veto, reason FROM candidate_vetoes WHERE session_id =
  1',
  'VALUES (''cover_element'', ''knowledge_ceiling'',
  ''the respondent does not know about "the origin"''),
          (''ease'', ''recent_redundancy'', ''turn 1 asked almost the same (1.00)'')',
  'vetoes and their reasons');
SELECT results_eq('SELECT strategy, runner_up, candidates, vetoed FROM turn_choice
                   WHERE session_id = 1 AND turn = 1',
  'VALUES (''deepen'', ''broaden'', 5, 2)', 'the choice');
SELECT near(margin, 0.648 - 0.24 * 1.5 * 1.2, 1e-15, 'its margin to the runner-up')
FROM turn_choice WHERE session_id = 1 AND turn = 1;
SELECT is_eq(alternatives, 'broaden', 'the alternatives: only those with .3 or more')
FROM turn_choice WHERE session_id = 1 AND turn = 1;
SELECT results_eq('SELECT place, strategy FROM turn_alternatives WHERE session_id = 1',
  'VALUES (1, ''broaden'')', 'as rows');

-- An element of the interview's guide counts as covered as soon as a reply mentions it.
INSERT INTO mentions VALUES (1, 2, 'coffee'), (1, 2, 'unknown');
SELECT results_eq('SELECT turn, elements, covered, coverage, phase FROM turn_phase WHERE
  session_id = 1',
  'VALUES (1, 2, 0, 0.0, ''exploratory''), (2, 2, 1, 0.5, ''exploratory'')', 'coverage');

-- In session 2 every candidate is vetoed; session 3 has no candidates.
INSERT INTO turns(session_id, turn, speaker, text) VALUES
  (2, 1, 'interviewer', 'Why?'), (2, 1, 'respondent', NULL), (3, 1, 'respondent',
  'Hello.');
INSERT INTO nodes(session_id, node, label) VALUES (2, 'x', 'something');
INSERT INTO turn_candidates VALUES (2, 1, 'deepen', 1, 'x', NULL), (2, 1, 'bridge', 2,
  NULL, 'Why?');
SELECT results_eq('SELECT strategy, score, margin, vetoed, alternatives FROM turn_choice
  WHERE session_id = 2',
  'VALUES (''closing'', NULL, NULL, 2, NULL)', 'all vetoed: closing');
SELECT is_eq(reason, 'the respondent does not know about "something"',
  'a reply without text (R3)')
FROM candidate_vetoes WHERE session_id = 2 AND strategy = 'deepen';
SELECT results_eq('SELECT turn, strategy, score FROM turn_choice WHERE session_id = 3',
  'VALUES (1, NULL, NULL)', 'no candidate: NULL');
SELECT results_eq('SELECT coverage, phase FROM turn_phase WHERE session_id = 3',
  'VALUES (NULL, ''exploratory'')', 'no elements, no coverage');

-- Of two candidates with equal scores, the view chooses the one with the lower position.
INSERT INTO turn_candidates VALUES (3, 1, 'ease', 2, NULL, NULL), (3, 1, 'deepen', 1,
  NULL, NULL);
SELECT is_eq(strategy, 'deepen', 'a tie') FROM turn_choice WHERE session_id = 3;

-- Scores count as equal if they are equal after rounding to 12 decimals (R9). Here
-- .15 * 2 and .2 + .1 are both .3, but differ as doubles.
INSERT INTO sessions(session_id, topic) VALUES (5, 'a tie in decimals');
INSERT INTO turns(session_id, turn, speaker, text) VALUES (5, 1, 'respondent', 'Hello.');
INSERT INTO turn_candidates(session_id, turn, strategy, position) VALUES
  (5, 1, 'one', 1), (5, 1, 'two', 2), (5, 1, 'none', 3);
INSERT INTO turn_signals VALUES
  (5, 1, 'one', 'novelty', 2), (5, 1, 'two', 'depth_breadth_balance', 1),
  (5, 1, 'two', 'cluster_saturation', 1);
SELECT ok((SELECT score FROM candidate_scores WHERE strategy = 'one')
          < (SELECT score FROM candidate_scores WHERE strategy = 'two'),
          'two doubles for .3');
SELECT results_eq('SELECT strategy, runner_up, margin FROM turn_choice
                   WHERE session_id = 5',
  'VALUES (''one'', ''two'', 0.0)', 'the first position wins, by nothing');
SELECT results_eq('SELECT place, strategy FROM ranked_candidates WHERE session_id = 5
                   ORDER BY place',
  'VALUES (1, ''one''), (2, ''two''), (3, ''none'')', 'in the ranking too');
SELECT results_eq('SELECT place, strategy FROM turn_alternatives WHERE session_id = 5',
  'VALUES (1, ''two'')', 'and among the alternatives');

INSERT INTO turns(session_id, turn, speaker, focus) VALUES
  (4, 1, 'respondent', 'a'), (4, 2, 'respondent', 'd'), (4, 3, 'respondent', 'a'),
  (4, 4, 'respondent', 'nowhere');
INSERT INTO nodes(session_id, node, label, stance, first_turn) VALUES
  (4, 'a', 'a', 1, 1), (4, 'b', 'b', 0, 1), (4, 'c', 'c', NULL, 1), (4, 'd', 'd', 0, 2),
  (4, 'e', 'e', -1, 3), (4, 'lonely', 'lonely', 0, 0);
INSERT INTO edges VALUES (4, 1, 'a', 'b', 1), (4, 1, 'b', 'c', 1), (4, 1, 'c', 'a', 1),
  (4, 1, 'a', 'a', 0.1), (4, 2, 'c', 'd', 1), (4, 2, 'd', 'f', 1), (4, 2, 'f', 'g', 1),
  (4, 2, 'g', 'd', 1),
  (4, 3, 'g', 'e', 1), (4, 3, 'b', 'a', 2), (4, 3, 'a', 'e', NULL), (4, 3, 'a', 'e2', -1);
SELECT results_eq('SELECT turn, focus, cluster_size, local_density, median_degree,
                          peripheral_candidates, has_opposite FROM focus_metrics WHERE
                          session_id = 4',
  'VALUES (1, ''a'', 3, 1.0, 2.0, 0, 0), (2, ''d'', 3, 1.0, 2.0, 2, 0),
          (3, ''a'', 3, 1.0, 2.0, 2, 1), (4, ''nowhere'', NULL, NULL, NULL, NULL, 0)',
  'the graph at each turn');

SELECT results_eq(
  'SELECT f.turn, f.focus, m.cluster_size, m.local_density, m.median_degree,
  m.peripheral_candidates
   FROM turn_focus AS f JOIN graph_metrics AS m
     ON m.edges_sql = printf(''SELECT source, target, weight FROM turn_graph
                               WHERE session_id = 4 AND turn = %d'', f.turn)
    AND m.focus = f.focus AND m.max_hops = 2
    AND m.visited_sql = printf(''SELECT focus FROM turn_focus
                                 WHERE session_id = 4 AND turn <= %d'', f.turn)
   WHERE f.session_id = 4 ORDER BY f.turn',
  'SELECT turn, focus, cluster_size, local_density, median_degree, peripheral_candidates
   FROM focus_metrics WHERE session_id = 4 AND cluster_size IS NOT NULL',
   'as graph_metrics() does');

-- The view measured_signals computes nine raw scores for each candidate, from turns and
-- the graph.
SELECT results_eq('SELECT scorer, raw FROM measured_signals WHERE session_id = 1 AND
  strategy = ''cover_element''',
  'VALUES (''coverage_gap'', 1.3), (''ambiguity'', 1.0), (''depth_breadth_balance'', 0.9),
          (''engagement'', 1.0), (''strategy_diversity'', 1.0), (''novelty'', 1.2),
          (''peripheral_readiness'', 1.0), (''contrast_opportunity'', 1.0),
          (''cluster_saturation'', 1.0)',
  'measured signals');

PRAGMA trusted_schema = OFF;
SELECT lives('SELECT * FROM turn_choice; SELECT * FROM focus_metrics; SELECT * FROM
  measured_signals;
              SELECT * FROM candidate_contributions', 'under trusted_schema=OFF');

-- The view ranked_candidates must put first what best_strategy() chooses.
CREATE TABLE sizes(a, b);
INSERT INTO sizes VALUES
  (0.3, 0.1 + 0.2), (0.3, 0.300000000001), (0.3, 0.3000000000004), (0, 5e-13), (0, 6e-13),
  (NULL, 0), (NULL, 1e-12), (4503.5, 4503.5000000000009), (4503.0, 4503.0000000000009),
  (4503.6, 4503.6000000000009), (4503.7, 4503.7000000000009), (8191, 8191.000000000001),
  (9006.9, 9006.9000000000018), (9006, 9007), (9006.999, 9007),
  (9007, 9007.0000000000018), (9007, 1e300), (1e16, 10000000000000002.0),
  (1e300, 1.0000000000000002e300);
DROP VIEW judged_candidates;
CREATE VIEW judged_candidates AS
SELECT rowid AS session_id, 1 AS turn, 'first' AS strategy, 1 AS position, a AS score,
       0 AS vetoed FROM sizes UNION ALL
SELECT rowid, 1, 'second', 2, b, 0 FROM sizes UNION ALL
SELECT 100 + rowid, 1, 'first', 1, b, 0 FROM sizes UNION ALL
SELECT 100 + rowid, 1, 'second', 2, a, 0 FROM sizes;
SELECT results_eq(
  'SELECT session_id, strategy FROM ranked_candidates WHERE place = 1 ORDER BY 1',
  'SELECT session_id, best_strategy(strategy, score, vetoed, position)
   FROM judged_candidates GROUP BY session_id ORDER BY 1', 'at any size of a score');
