-- Draws an SVG picture: the tiers of one run, round by round, for the five dimensions or
-- for the scores of a rubric.
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/tier_matrix.sql
--
-- For another run: `.param set :run 7`, or with text ids `.param set :run "'018f2c'"`.
-- Below the matrix are the weighted mean, the verdict of the older rule (a mean from
-- 0.80 on), and the gate. If judges scored the run, the 95 % interval of their means
-- follows, and the share of random draws of these judges in which the gate passes (the
-- view round_confidence). The colours also differ in lightness, for people who see no
-- hue. The report needs the views of sql/views.sql, and the table judgements, which may
-- be empty (sql/no_judgements.sql).

.bail on
.read sql/reports/lists.sql
INSERT INTO report_needs
SELECT column1, column2
FROM (VALUES ('round_scores', 'sql/views.sql'), ('judgements', 'sql/no_judgements.sql'),
             ('round_confidence', 'sql/views.sql'))
WHERE NOT EXISTS (SELECT 1 FROM report_rubric);

-- The run must be a parameter, so that the views read only this run. If :run is not set,
-- the report shows run 2, which has examples of most cases in the demo, or the first run.
.param init
INSERT OR IGNORE INTO temp.sqlite_parameters(key, value)
SELECT ':run', coalesce((SELECT min(run_id) FROM report_evidence),
                        (SELECT run_id FROM runs WHERE run_id = 2),
                        (SELECT min(run_id) FROM runs));

DROP TABLE IF EXISTS temp.report_judged;
CREATE TEMP TABLE report_judged AS
SELECT run_id, round, gate_passed, ci,
       gate_pass_legacy(ci, recent_sources, critical_contradictions) AS old_gate,
       gate_report(coverage, source_quality, agreement, verification, recency,
                   recent_sources, critical_contradictions) AS report
FROM round_scores WHERE run_id = :run AND round IS NOT NULL
UNION ALL
SELECT run_id, round, rubric_pass(rubric, evidence), rubric_index(rubric, evidence), NULL,
       rubric_report(rubric, evidence)
FROM report_evidence WHERE run_id = :run;
CREATE TEMP TABLE report_listed AS SELECT DISTINCT run_id FROM report_judged;

DROP TABLE IF EXISTS temp.report_bars;
CREATE TEMP TABLE report_bars AS SELECT * FROM round_confidence WHERE run_id = :run;

DROP TABLE IF EXISTS temp.report_drawn;
CREATE TEMP TABLE report_drawn AS
SELECT s.*, row_number() OVER (ORDER BY s.round) - 1 AS place,
       s.round = (SELECT best_round(round, gate_passed, ci)
                  FROM report_judged) AS is_best
FROM report_judged AS s;

DROP TABLE IF EXISTS temp.report_lines;
CREATE TEMP TABLE report_lines(line INTEGER PRIMARY KEY, dimension);
INSERT INTO report_lines(dimension)
SELECT d.key FROM report_drawn AS s, json_each(s.report, '$.dimensions') AS d
WHERE s.place = 0;
INSERT INTO report_values SELECT dimension FROM report_lines;
DROP TABLE IF EXISTS temp.report_below;
CREATE TEMP TABLE report_below AS
SELECT 44 * (count(*) - 5) AS shift FROM report_lines;

DROP VIEW IF EXISTS temp.report_cells;
CREATE TEMP VIEW report_cells AS
SELECT s.place, l.line, json_extract(d.value, '$.score') AS score,
       json_extract(d.value, '$.tier') AS tier
FROM report_drawn AS s, json_each(s.report, '$.dimensions') AS d
JOIN report_lines AS l ON l.dimension = d.key;

CREATE TEMP VIEW IF NOT EXISTS report_colours(tier, fill, ink) AS
VALUES ('Elite', '#08519c', '#ffffff'), ('High', '#6baed6', '#000000'),
       ('Medium', '#fdd49e', '#000000'), ('Low', '#b30000', '#ffffff'),
       ('missing', '#d9d9d9', '#000000');

CREATE TEMP VIEW IF NOT EXISTS report_labels(x, y, anchor, size, weight, ink, label) AS
SELECT 24, 56 + 44 * l.line, 'start', 15, 'normal', '#333333',
       printf('%!.18s', upper(substr(p.line, 1, 1))
                        || replace(substr(p.line, 2), '_', ' '))
FROM report_lines AS l JOIN report_plain AS p ON p.value = l.dimension
UNION ALL
SELECT 24, shift + 330, 'start', 15, 'normal', '#333333',
       CASE WHEN EXISTS (SELECT 1 FROM report_rubric) THEN 'Mean'
            ELSE printf('Mean, floor %.2f',
                        assay_setting('evaluation.deep_research.min_ci')) END
FROM report_below
UNION ALL
SELECT 24, shift + 366, 'start', 15, 'normal', '#333333', 'Gate' FROM report_below
UNION ALL
SELECT 24, 36, 'start', 17, 'bold', '#000000', title FROM report_ids
UNION ALL
SELECT 230 + 130 * d.place, 66, 'middle', 15, 'bold', '#333333', l.label
FROM report_drawn AS d
JOIN report_rounds AS l ON l.run_id = d.run_id AND l.round = d.round
UNION ALL
SELECT 230 + 130 * place, 56 + 44 * line, 'middle', 15, 'normal', ink,
       coalesce(printf('%.2f ', score), '') || k.tier
FROM report_cells AS c JOIN report_colours AS k ON k.tier = coalesce(c.tier, 'missing')
UNION ALL
SELECT 230 + 130 * place, shift + 330, 'middle', 15, 'normal', '#333333',
       printf('%.2f', ci) || CASE old_gate WHEN 1 THEN ' passes' WHEN 0 THEN ' fails'
                                           ELSE '' END
FROM report_drawn, report_below
UNION ALL
SELECT 230 + 130 * place, shift + 366, 'middle', 15, 'bold',
       CASE WHEN gate_passed THEN '#08519c' ELSE '#b30000' END,
       CASE WHEN gate_passed THEN 'passes' ELSE 'fails' END
         || CASE WHEN is_best THEN ', kept' ELSE '' END
FROM report_drawn, report_below
UNION ALL
SELECT 24, column1, 'start', 15, 'normal', '#333333', column2
FROM (VALUES (402, 'Mean, by judges'), (438, 'Gate, by judges'))
WHERE EXISTS (SELECT 1 FROM report_bars)
UNION ALL
SELECT 230 + 130 * d.place, 402, 'middle', 15, 'normal', '#333333',
       CASE WHEN b.judges IS NULL THEN 'no judge'
            WHEN b.low IS NULL THEN printf('%.2f, no interval', b.mean)
            ELSE printf('%.2f .. %.2f', b.low, b.high) END
FROM report_drawn AS d LEFT JOIN report_bars AS b ON b.round = d.round
WHERE EXISTS (SELECT 1 FROM report_bars)
UNION ALL
SELECT 230 + 130 * d.place, 438, 'middle', 15, 'normal', '#333333',
       CASE WHEN b.gate_confidence IS NULL THEN 'unknown'
            WHEN b.gate_confidence IN (0, 1) THEN printf('%d %%', 100 * b.gate_confidence)
            WHEN b.gate_confidence < 0.01 THEN 'below 1 %'
            WHEN b.gate_confidence > 0.99 THEN 'above 99 %'
            ELSE printf('%.0f %%', 100 * b.gate_confidence) END
FROM report_drawn AS d LEFT JOIN report_bars AS b ON b.round = d.round
WHERE EXISTS (SELECT 1 FROM report_bars);

CREATE TEMP VIEW IF NOT EXISTS report_escaped AS
SELECT x, y, anchor, size, weight, ink,
       replace(replace(replace(label, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') AS label
FROM report_labels;

SELECT printf('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" '
              || 'width="%d" height="%d" font-family="sans-serif" role="img">',
              width, height, width, height)
FROM (SELECT 180 + 130 * count(*) AS width,
             392 + (SELECT shift FROM report_below)
               + 72 * (SELECT count(*) > 0 FROM report_bars) AS height
      FROM report_drawn);
SELECT '<title>' || coalesce((
    SELECT 'Tiers of run ' || replace(replace(id, '&', '&amp;'), '<', '&lt;')
           || ', round by round' FROM report_ids), 'A run without rounds') || '</title>';
SELECT '<rect width="100%" height="100%" fill="#ffffff"/>';
SELECT printf('<rect x="%d" y="%d" width="122" height="38" rx="4" fill="%s"/>',
              169 + 130 * place, 32 + 44 * line, k.fill)
FROM report_cells AS c JOIN report_colours AS k ON k.tier = coalesce(c.tier, 'missing')
ORDER BY line, place;
SELECT printf('<rect x="%d" y="48" width="128" height="%d" rx="7" fill="none" '
              || 'stroke="#000000" stroke-width="2"/>', 166 + 130 * place,
              332 + shift + 72 * (SELECT count(*) > 0 FROM report_bars))
FROM report_drawn, report_below WHERE is_best;
SELECT printf('<text x="%d" y="%d" text-anchor="%s" font-size="%d" font-weight="%s" '
              || 'fill="%s">%s</text>', x, y, anchor, size, weight, ink, label)
FROM report_escaped ORDER BY y, x;
SELECT '</svg>';
