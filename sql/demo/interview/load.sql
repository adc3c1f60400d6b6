-- Adds one interview of 25 turns to the demo, from the CSV files of this folder. Also
-- adds the candidates for each next question, and their signals, computed from the turns
-- and from the graph of subjects.
--
-- sql/demo/load.sql reads this script in the sqlite3 shell, from the root of the
-- repository. The interview is invented. It has all three phases of an interview, and
-- signals of every scorer.

.bail on
.read sql/interview/schema.sql
.read sql/interview/views.sql

-- The rows of the CSV files, unchanged: every value is a text, and '' if it is absent.
CREATE TEMP TABLE csv_turns(
  turn, speaker, text, sentiment, focus, strategy, momentum, ambiguity
);
CREATE TEMP TABLE csv_nodes(node, label, stance, is_element, first_turn);
CREATE TEMP TABLE csv_edges(turn, source, target, weight);
CREATE TEMP TABLE csv_mentions(turn, node);
CREATE TEMP TABLE csv_questions(turn, strategy, question);

.import --csv --skip 1 sql/demo/interview/turns.csv csv_turns
.import --csv --skip 1 sql/demo/interview/nodes.csv csv_nodes
.import --csv --skip 1 sql/demo/interview/edges.csv csv_edges
.import --csv --skip 1 sql/demo/interview/mentions.csv csv_mentions
.import --csv --skip 1 sql/demo/interview/questions.csv csv_questions

INSERT INTO sessions VALUES (1, 'Coffee at home', 'made up for the demo');

INSERT INTO turns
SELECT 1, turn, speaker, text, nullif(sentiment, ''), nullif(focus, ''),
       nullif(strategy, ''), nullif(momentum, ''), nullif(ambiguity, '')
FROM csv_turns;

INSERT INTO nodes SELECT 1, node, label, stance, is_element, first_turn FROM csv_nodes;
INSERT INTO edges SELECT 1, turn, source, target, weight FROM csv_edges;
INSERT INTO mentions SELECT 1, turn, node FROM csv_mentions;

-- After each turn every strategy is a candidate. The strategies `deepen` and `contrast`
-- keep the focus of the turn. The focus of the strategy `cover_element` is the first
-- element that is not covered yet.
INSERT INTO turn_candidates
SELECT
  t.session_id, t.turn, a.strategy, a.position,
  CASE a.strategy
    WHEN 'deepen' THEN t.focus
    WHEN 'contrast' THEN t.focus
    WHEN 'cover_element' THEN
      (SELECT n.node FROM nodes AS n
       WHERE n.session_id = t.session_id AND n.is_element = 1
         AND n.node NOT IN (SELECT m.node FROM mentions AS m
                            WHERE m.session_id = t.session_id AND m.turn <= t.turn)
       ORDER BY n.node LIMIT 1)
  END,
  q.question
FROM turn_focus AS t
JOIN assay_strategies AS a
LEFT JOIN csv_questions AS q ON q.turn = t.turn AND q.strategy = a.strategy;

INSERT INTO turn_signals SELECT * FROM measured_signals;

DROP TABLE temp.csv_turns;
DROP TABLE temp.csv_nodes;
DROP TABLE temp.csv_edges;
DROP TABLE temp.csv_mentions;
DROP TABLE temp.csv_questions;
