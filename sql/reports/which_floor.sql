-- Finds the lowest High floor that the outcomes support. Of the answers that pass at
-- this floor, at most a given share is bad; this holds with a given confidence.
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/which_floor.sql
--
-- `.param set :risk 0.1` sets the share that may be bad, `.param set :confidence 0.95`
-- the confidence. :floors is a JSON array of the floors to try; the default is [0.99,
-- 0.98, ... 0.5]. Choose the floors before you look at results. Patience, max_rounds and
-- the least number of sources come from the settings. The report needs the table outcomes
-- of sql/schema.sql and the views of sql/views.sql.
--
-- At each floor a run counts if the stop policy ends it with a pass in the recorded
-- rounds. The label of the run is the label of its returned round. A floor holds if the
-- exact upper bound of the share of bad answers is at most :risk. Floors are tried from
-- the highest to the lowest. The search begins at the first floor with enough labels:
-- with fewer labels than that a floor can't hold, even if no answer is bad. From then on
-- no floor is skipped. The search ends at the first floor that does not hold, so the
-- confidence is valid for the whole search (fixed-sequence testing: Angelopoulos, Bates,
-- Candes, Jordan and Lei, "Learn then Test", arXiv 2110.01052, 2021).

.bail on
.read sql/reports/labels.sql

-- If a CHECK fails, SQLite prints the name of the constraint, so the names are messages.
DROP TABLE IF EXISTS temp.report_wanted;
CREATE TEMP TABLE report_wanted(
  risk CONSTRAINT ":risk must be above 0 and below 1" CHECK (risk > 0 AND risk < 1),
  confidence CONSTRAINT ":confidence must be above 0 and below 1"
    CHECK (confidence > 0 AND confidence < 1),
  need,  -- with fewer labels no floor can hold
  patience, max_rounds, min_sources
);
INSERT INTO report_wanted
WITH RECURSIVE given(risk, confidence) AS (
  SELECT coalesce(:risk, 0.1), coalesce(:confidence, 0.95)
),
needed(n) AS (  -- the least number of labels that is enough if none is bad
  SELECT 1 UNION ALL
  SELECT n + 1 FROM needed CROSS JOIN given
  WHERE binomial_upper(0, n, confidence) > risk AND n < 100000
)
SELECT risk, confidence, (SELECT max(n) FROM needed),
       assay_setting('evaluation.deep_research.patience'),
       assay_setting('evaluation.deep_research.max_rounds'),
       assay_setting('evaluation.deep_research.min_recent_sources')
FROM given;

DROP TABLE IF EXISTS temp.report_floors;
CREATE TEMP TABLE report_floors(floor REAL PRIMARY KEY);
INSERT OR IGNORE INTO report_floors
SELECT value FROM json_each(coalesce(:floors, (
  WITH RECURSIVE n(i) AS (SELECT 99 UNION ALL SELECT i - 1 FROM n WHERE i > 50)
  SELECT json_group_array(i / 100.0) FROM n)))
WHERE why_missing(value, 'score') IS NULL;

-- One run per question: if several runs have one title, the least run_id counts.
DROP TABLE IF EXISTS temp.report_asked;
CREATE TEMP TABLE report_asked AS
SELECT run_id FROM (
  SELECT p.run_id, row_number() OVER (
           PARTITION BY coalesce('title ' || nullif(r.title, ''),
                                 'run ' || quote(p.run_id))
           ORDER BY p.run_id) AS place
  FROM report_passing AS p LEFT JOIN runs AS r ON r.run_id = p.run_id
  WHERE p.labelled)
WHERE place = 1;

-- A run can pass at a floor only if one of its rounds has five scores of at least that
-- floor, enough sources and no contradiction. Only such runs are judged at this floor.
DROP TABLE IF EXISTS temp.report_reach;
CREATE TEMP TABLE report_reach AS
SELECT l.run_id, max(min(l.coverage + 0, l.source_quality + 0, l.agreement + 0,
                         l.verification + 0, l.recency + 0)) AS floor
FROM report_asked AS a CROSS JOIN report_wanted AS w
CROSS JOIN report_labelled AS l ON l.run_id = a.run_id
WHERE gate_pass(l.coverage, l.source_quality, l.agreement, l.verification, l.recency,
                l.recent_sources, l.critical_contradictions, 0, w.min_sources)
GROUP BY l.run_id;

DROP TABLE IF EXISTS temp.report_returned;
CREATE TEMP TABLE report_returned AS
SELECT q.floor, q.run_id, l.good
FROM (
  SELECT f.floor, l.run_id,
         stop_action(l.round, l.coverage, l.source_quality, l.agreement, l.verification,
                     l.recency, l.recent_sources, l.critical_contradictions, w.patience,
                     w.max_rounds, f.floor, w.min_sources) AS action,
         stop_round(l.round, l.coverage, l.source_quality, l.agreement, l.verification,
                    l.recency, l.recent_sources, l.critical_contradictions, w.patience,
                    w.max_rounds, f.floor, w.min_sources) AS round
  FROM report_wanted AS w CROSS JOIN report_reach AS r
  CROSS JOIN report_floors AS f ON f.floor <= r.floor
  CROSS JOIN report_labelled AS l ON l.run_id = r.run_id
  GROUP BY r.run_id, f.floor
) AS q JOIN report_labelled AS l ON l.run_id = q.run_id AND l.round = q.round
WHERE q.action = 'pass';

-- In report_found, `first` is the highest floor with enough labels. From `first` down,
-- `failed` is the first floor that does not hold. The answer is the lowest floor above
-- `failed` that is not above `first`.
DROP TABLE IF EXISTS temp.report_tried;
CREATE TEMP TABLE report_tried AS
SELECT *, upper <= risk AS holds, n >= need AS is_enough
FROM (SELECT f.floor, count(r.run_id) AS passes, count(r.good) AS n,
             coalesce(sum(r.good = 0), 0) AS bad, w.risk, w.need,
             binomial_upper(coalesce(sum(r.good = 0), 0), count(r.good), w.confidence)
               AS upper
      FROM report_floors AS f CROSS JOIN report_wanted AS w
      LEFT JOIN report_returned AS r ON r.floor = f.floor
      GROUP BY f.floor);
DROP TABLE IF EXISTS temp.report_found;
CREATE TEMP TABLE report_found AS
SELECT first, (SELECT max(floor) FROM report_tried WHERE floor <= first AND NOT holds)
         AS failed
FROM (SELECT max(floor) AS first FROM report_tried WHERE is_enough);
DROP TABLE IF EXISTS temp.report_answer;
CREATE TEMP TABLE report_answer AS
SELECT t.* FROM report_tried AS t CROSS JOIN report_found AS f
WHERE t.floor <= f.first AND t.floor > coalesce(f.failed, -1)
ORDER BY t.floor LIMIT 1;

-- If no floor holds, the report names the floor with the most labels, but prefers floors
-- whose share of bad answers is below the risk. It also says how many labels would be
-- enough at that floor's share of bad answers.
DROP TABLE IF EXISTS temp.report_lack;
CREATE TEMP TABLE report_lack AS
WITH RECURSIVE
nearest AS (
  SELECT floor, n, bad, risk, need,
         CASE n WHEN 0 THEN 0.0 ELSE 1.0 * bad / n END AS share,
         (SELECT confidence FROM report_wanted) AS confidence
  FROM report_tried
  ORDER BY n > 0 AND 1.0 * bad / n < risk DESC, n DESC, floor DESC LIMIT 1
),
tried(m) AS (
  SELECT max(n, need) FROM nearest WHERE share < risk
  UNION ALL
  SELECT m + 1 FROM tried CROSS JOIN nearest
  WHERE binomial_upper(round(share * m), m, confidence) > risk AND m < n + 5000
)
SELECT floor, n, bad, share, risk, share < risk AS can_be,
       (SELECT max(m) FROM tried) AS needed
FROM nearest WHERE NOT EXISTS (SELECT 1 FROM report_answer);

SELECT 'WHICH FLOOR DO THE OUTCOMES SUPPORT';
SELECT printf('Of the answers that pass at %.2f at most %g %% are bad, with %g %% '
              || 'confidence:',
              a.floor, 100 * w.risk, 100 * w.confidence)
    || char(10) || printf('%,d of %,d labelled answers are bad, so at most %.1f %%.',
                          a.bad, a.n, 100 * a.upper)
FROM report_answer AS a CROSS JOIN report_wanted AS w;
SELECT CASE WHEN NOT can_be AND n > 0
       THEN printf('None: the share of bad answers is not below the risk. At %.2f %,d of '
                   || '%,d%sare bad.', floor, bad, n, char(10))
       WHEN needed - n >= 5000
       THEN printf('None: more than 5,000 more labels are needed. At %.2f %,d of %,d are '
                   || 'bad,%swhich is too near to %g %%.', floor, bad, n, char(10),
                   100 * risk)
       ELSE printf('None: about %,d more labels are needed.', needed - n)
            || CASE n WHEN 0 THEN ''
                      ELSE printf(' At %.2f %,d of %,d are bad.', floor, bad, n) END END
FROM report_lack;
SELECT line FROM report_cannot ORDER BY place;
SELECT printf('%,d questions were asked more than once: the run with the least run_id '
              || 'counts.', runs - asked)
FROM (SELECT runs, (SELECT count(*) FROM report_asked) AS asked FROM report_counts)
WHERE runs > asked;
SELECT '';
SELECT printf('Patience %d, at most %d rounds, %d recent sources. A floor needs %d '
              || 'labels.', patience, max_rounds, min_sources, need)
FROM report_wanted;
SELECT 'The first floor with enough labels begins the list; the first to fail ends it.';
SELECT 'A floor that passes the same answers as the floor above is left out.';
SELECT '';
SELECT 'High     Pass  Labelled   Bad   Bad at most';
SELECT printf('%.2f%9s%10s%6s%12s   %s', floor, printf('%,d', passes), printf('%,d', n),
              printf('%,d', bad), printf('%.1f %%', 100 * upper),
              CASE WHEN floor > coalesce(first, -1) THEN 'too few labels'
                   WHEN floor <= failed THEN CASE floor WHEN failed THEN 'does not hold'
                                                        ELSE 'below the end' END
                   ELSE 'holds' END)
FROM (SELECT *, lag(printf('%d %d %d', passes, n, bad), 1, '0 0 0')
                  OVER (ORDER BY floor DESC) AS above FROM report_tried)
CROSS JOIN report_found
WHERE above <> printf('%d %d %d', passes, n, bad)
   OR floor IN (SELECT floor FROM report_answer)
ORDER BY floor DESC;
SELECT 'No labelled run passes at any of these floors.'
WHERE NOT EXISTS (SELECT 1 FROM report_returned);
