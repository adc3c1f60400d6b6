-- Prints every stored interview, turn by turn: the question and the reply, the graph
-- around the focus (the node that the turn is about), the strategy that the rules choose
-- next, and why.
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/interview.sql
--
-- `next` is the chosen strategy with its score and its lead over the second-best. Up to
-- three alternatives follow. `from` says how much each scorer (a rule) added to the
-- score, before the factor of the interview's phase. `veto` lists the strategies that
-- may not be asked, and why. A star after a question's strategy says that the
-- interviewer followed the rules: `next` of the previous turn was this strategy.
--
-- Every line is one text built in SQL, so every version of the shell prints it alike. To
-- fill a column, substr(text || spaces, 1, n) counts characters; printf('%-*s') would
-- count bytes.

.bail on
.read sql/reports/lists.sql
INSERT INTO report_needs VALUES ('turn_choice', 'sql/interview/views.sql');

-- The report reads three views several times, so it copies their rows once.
DROP TABLE IF EXISTS temp.report_choices;
DROP TABLE IF EXISTS temp.report_alternatives;
DROP TABLE IF EXISTS temp.report_surroundings;
CREATE TEMP TABLE report_choices AS SELECT * FROM turn_choice;
CREATE TEMP TABLE report_alternatives AS SELECT * FROM turn_alternatives;
CREATE TEMP TABLE report_surroundings AS SELECT * FROM focus_metrics;

DROP TABLE IF EXISTS temp.report_details;
CREATE TEMP TABLE report_details(session_id, turn, line, label, text);
INSERT INTO report_details
SELECT q.session_id, q.turn, 1, 'asks', coalesce(q.text, '')
FROM turns AS q WHERE q.speaker = 'interviewer'
UNION ALL
SELECT r.session_id, r.turn, 2, 'replies', coalesce(r.text, '')
FROM turns AS r WHERE r.speaker = 'respondent'
UNION ALL
SELECT session_id, turn, 3, 'graph',
       printf('%d nodes around "%s", density %.2f, median degree %.1f, '
              || '%d unvisited near%s',
              cluster_size, focus, local_density, median_degree, peripheral_candidates,
              CASE WHEN has_opposite THEN ', opposite stance' ELSE '' END)
FROM report_surroundings WHERE cluster_size IS NOT NULL
UNION ALL
SELECT c.session_id, c.turn, 4, 'next',
       c.strategy || coalesce(printf(' %.2f', c.score), '')
       || coalesce(printf(', ahead by %.2f of ', c.margin) || c.runner_up, '')
       || coalesce('; then ' || (
            SELECT group_concat(printf('%s %.2f', a.strategy, a.score), ', ')
            FROM (SELECT * FROM report_alternatives ORDER BY place) AS a
            WHERE a.session_id = c.session_id AND a.turn = c.turn AND a.place > 1), '')
FROM report_choices AS c WHERE c.strategy IS NOT NULL
UNION ALL
SELECT session_id, turn, 5, 'from',
       group_concat(printf('%s %.2f', replace(scorer, '_', ' '), contribution), ', ')
FROM (SELECT n.session_id, n.turn, n.scorer, n.contribution
      FROM candidate_contributions AS n
      JOIN report_choices AS c ON c.session_id = n.session_id AND c.turn = n.turn
                       AND c.strategy = n.strategy
      ORDER BY n.session_id, n.turn, n.contribution DESC, n.scorer)
GROUP BY session_id, turn
UNION ALL
SELECT session_id, turn, 6, 'veto', group_concat(strategy, ', ') || ': ' || reason
FROM (SELECT * FROM candidate_vetoes ORDER BY session_id, turn, strategy)
GROUP BY session_id, turn, reason;
INSERT INTO report_values
SELECT text FROM report_details UNION SELECT topic FROM sessions;

-- Breaks a text after the last blank within 68 characters; a word that is longer is
-- broken, too. `rest` is the text from a line on. The second argument of rtrim() is the
-- first without its blanks, so rtrim() cuts the text after its last blank.
CREATE TEMP VIEW IF NOT EXISTS report_broken_lines AS
WITH RECURSIVE pieces(session_id, turn, line, label, text, part, rest) AS (
  SELECT session_id, turn, line, label, text, 0, text
  FROM (SELECT d.session_id, d.turn, d.line, d.label, p.line AS text
        FROM report_details AS d JOIN report_plain AS p ON p.value = d.text)
  UNION ALL
  SELECT session_id, turn, line, label, text, part + 1,
         substr(rest, 1 + coalesce(nullif(
           length(rtrim(substr(rest, 1, 69), replace(substr(rest, 1, 69), ' ', ''))), 0),
           68))
  FROM pieces
  WHERE length(rest) > 68
)
SELECT p.session_id, p.turn, p.line, p.text AS detail, p.part,
       CASE p.part WHEN 0 THEN p.label ELSE '' END AS label,
       substr(p.rest, 1, length(p.rest) - coalesce(length(n.rest), 0)) AS piece
FROM pieces AS p
LEFT JOIN pieces AS n
  ON n.session_id = p.session_id AND n.turn = p.turn AND n.line = p.line
 AND n.text = p.text AND n.part = p.part + 1;

SELECT 'The choice after each turn: `next` has its score and its lead, then up to three';
SELECT 'alternatives, `from` what each scorer added before the phase multiplied the sum,';
SELECT '`veto` what may not be asked. A star: the strategy was next a turn before.';
SELECT '';

SELECT text FROM (
  SELECT s.session_id, 0 AS turn, 0 AS line, 0 AS part, '' AS detail,
         printf('%!.60s, %d turns', p.line,
                (SELECT count(*) FROM session_turns AS t
                 WHERE t.session_id = s.session_id)) AS text
  FROM sessions AS s LEFT JOIN report_plain AS p ON p.value = +s.topic
  UNION ALL
  SELECT p.session_id, p.turn, 0, 0, '',
         char(10) || substr(p.turn || '  ' || p.phase || ', '
           || CASE WHEN p.coverage IS NULL THEN 'no elements'
                   ELSE printf('%d of %d elements covered', p.covered, p.elements) END
           || coalesce('; asked to ' || q.strategy
                       || CASE WHEN q.strategy = c.strategy COLLATE NOCASE
                               THEN '*' ELSE '' END, ''), 1, 80)
  FROM turn_phase AS p
  LEFT JOIN turns AS q ON q.session_id = p.session_id AND q.turn = p.turn
                      AND q.speaker = 'interviewer'
  LEFT JOIN report_choices AS c ON c.session_id = p.session_id AND c.turn = p.turn - 1
  UNION ALL
  SELECT session_id, turn, line, part, detail,
         '    ' || substr(label || '        ', 1, 8) || rtrim(piece)
  FROM report_broken_lines
)
ORDER BY session_id, turn, line, detail, part;
