-- Proposes a rubric (a gate of your own) as YAML, from the names and ranges of the
-- numbers in the table evidence.
--
--   sqlite3 mine.db -cmd '.load build/assay' < sql/reports/rubric.sql > rubric.yaml
--
-- `.param set :from mine` reads the rows of one rubric only. In this YAML each score is
-- High from .75 on. Change the floors, weights and bounds, and load the file with
-- assay_load_yaml(). The report needs a table or view evidence(run_id, round, rubric,
-- evidence); sql/views.sql makes an empty table.

.bail on
.mode list
.headers off
.read sql/reports/lists.sql
INSERT INTO report_needs VALUES ('evidence', 'sql/views.sql');

-- Every number in the evidence, by its name. Values that are not numbers are left out,
-- and so are names that no rubric can have. A number named regression is left out,
-- because every rubric has that condition already.
DROP TABLE IF EXISTS temp.report_seen;
CREATE TEMP TABLE report_seen AS
SELECT rubric, key AS name, min(number) AS least, max(number) AS most,
       min(number = CAST(number AS INTEGER)) AS whole
FROM (
  SELECT e.rubric, n.key, CASE
           WHEN n.type IN ('integer', 'real') THEN n.value
           WHEN n.type = 'text' AND n.value GLOB '*[0-9]*'
            AND n.value NOT GLOB '*[^-+.0-9eE]*' THEN n.value + 0 END AS number
  FROM evidence AS e,
       json_each(CASE WHEN json_valid(e.evidence) THEN e.evidence END) AS n
  WHERE typeof(e.rubric) = 'text' AND e.rubric NOT IN ('', 'research')
    AND (:from IS NULL OR e.rubric = :from)
)
WHERE number IS NOT NULL AND typeof(key) = 'text' AND key <> 'regression'
  AND length(CAST(key AS BLOB)) BETWEEN 1 AND 255
GROUP BY rubric, key;

-- If all values of a name are whole numbers, and the least is 0 or the greatest is above
-- 1, the name could be a count. If all values are from 1 to 10, they could also be marks
-- (grades). The proposed scale of marks is the smallest scale that contains them all.
DROP TABLE IF EXISTS temp.report_kinds;
CREATE TEMP TABLE report_kinds AS
SELECT *, CASE WHEN name GLOB '[a-z]*' AND name NOT GLOB '*[^a-z0-9_]*'
                AND name NOT IN ('y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false',
                                 'null')
               THEN name ELSE json_quote(name) END AS key,
       NOT whole OR (least >= 1 AND most <= 10) AS is_score,
       whole AND (least = 0 OR most > 1) AS is_count,
       CASE WHEN least >= 0 AND most <= 1 THEN ''
            ELSE printf(', score_of(mark, %s, %s) makes it a score',
                        CASE WHEN most <= 5 THEN 5 WHEN most <= 10 THEN 10
                             WHEN most <= 100 THEN 100 ELSE printf('%.15g', most) END,
                        CASE WHEN least < 0 THEN printf('%.15g', least)
                             WHEN least >= 1 AND most <= 10 THEN 1 ELSE 0 END) END
         AS cure
FROM report_seen;

SELECT '# A rubric to start from: change it to what you ask for.'
WHERE EXISTS (SELECT 1 FROM report_kinds WHERE is_score);
SELECT '# No row of evidence shows a score: a number that is not a count.'
WHERE NOT EXISTS (SELECT 1 FROM report_kinds WHERE is_score);
SELECT 'evaluation:' || char(10) || '  rubrics:'
WHERE EXISTS (SELECT 1 FROM report_kinds WHERE is_score);

-- Each row is one line of the YAML, in the order of `part`. The bounds at_least and
-- at_most become comments in the YAML, because the evidence does not show which bound a
-- count needs, and at what number.
SELECT line
FROM (
  SELECT rubric, 1 AS part, NULL AS name,
         CASE WHEN max(is_score) THEN printf('    %s:%s      scores:', json_quote(rubric),
                                             char(10))
              ELSE printf('    # %s: shows no score', json_quote(rubric)) END AS line
  FROM report_kinds GROUP BY rubric
  UNION ALL
  SELECT rubric, 2, name,
         printf('        %s: {high: 0.75}  # %.4g..%.4g%s', key, least, most, cure)
  FROM report_kinds WHERE is_score
  UNION ALL
  SELECT rubric, 3, NULL,
         '      # Whole numbers may be counts. The least and the most that were seen:'
  FROM report_kinds WHERE is_count GROUP BY rubric
  UNION ALL
  SELECT rubric, 4, NULL, '      # at_least:'
  FROM report_kinds WHERE is_count GROUP BY rubric
  UNION ALL
  SELECT rubric, 5, name, printf('      #   %s: %d', key, least)
  FROM report_kinds WHERE is_count
  UNION ALL
  SELECT rubric, 6, NULL, '      # at_most:'
  FROM report_kinds WHERE is_count GROUP BY rubric
  UNION ALL
  SELECT rubric, 7, name, printf('      #   %s: %d', key, most)
  FROM report_kinds WHERE is_count
)
ORDER BY rubric, part, name;
