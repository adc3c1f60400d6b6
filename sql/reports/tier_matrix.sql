-- The tiers of one run, round by round, as an SVG picture.
--
--   sqlite3 build/demo.db -cmd '.load build/assay' < sql/reports/tier_matrix.sql
--
-- Reads round_scores and run_best_round. Below the matrix stand the weighted mean, with
-- what the superseded rule (a mean of 0.80) makes of it, and the gate. Another run:
-- change `chosen`. Colours are told apart by lightness too, for those who see no hue.

.bail on
.mode list
.headers off

CREATE TEMP VIEW chosen AS SELECT 2 AS run_id;

CREATE TEMP TABLE rounds_shown AS
SELECT s.*, row_number() OVER (ORDER BY s.round) - 1 AS place,
       s.round = b.best_round AS is_best,
       gate_pass_legacy(s.ci, s.recent_sources, s.critical_contradictions) AS old_gate
FROM chosen AS c
JOIN round_scores AS s ON s.run_id = c.run_id
JOIN run_best_round AS b ON b.run_id = s.run_id;

CREATE TEMP VIEW cells AS
SELECT place, 0 AS line, coverage AS score, coverage_tier AS tier FROM rounds_shown
UNION ALL
SELECT place, 1, source_quality, source_quality_tier FROM rounds_shown
UNION ALL
SELECT place, 2, agreement, agreement_tier FROM rounds_shown
UNION ALL
SELECT place, 3, verification, verification_tier FROM rounds_shown
UNION ALL
SELECT place, 4, recency, recency_tier FROM rounds_shown;

CREATE TEMP VIEW colours(tier, fill, ink) AS
VALUES ('Elite', '#08519c', '#ffffff'), ('High', '#6baed6', '#000000'),
       ('Medium', '#fdd49e', '#000000'), ('Low', '#b30000', '#ffffff'),
       ('missing', '#d9d9d9', '#000000');

-- A text at a place: x, y, anchor, size, weight, colour.
CREATE TEMP VIEW labels(x, y, anchor, size, weight, ink, label) AS
SELECT 24, 100 + 44 * (column1 + 0), 'start', 15, 'normal', '#333333', column2
FROM (VALUES (0, 'Coverage'), (1, 'Source quality'), (2, 'Agreement'),
             (3, 'Verification'), (4, 'Recency'))
UNION ALL
SELECT 24, 330, 'start', 15, 'normal', '#333333', 'Mean, floor 0.80'
UNION ALL
SELECT 24, 366, 'start', 15, 'normal', '#333333', 'Gate'
UNION ALL
SELECT 24, 36, 'start', 17, 'bold', '#000000', r.title
FROM chosen AS c JOIN runs AS r ON r.run_id = c.run_id
UNION ALL
SELECT 230 + 130 * place, 66, 'middle', 15, 'bold', '#333333', 'R' || round
FROM rounds_shown
UNION ALL
SELECT 230 + 130 * place, 100 + 44 * line, 'middle', 15, 'normal', ink,
       coalesce(printf('%.2f ', score), '') || k.tier
FROM cells AS c JOIN colours AS k ON k.tier = coalesce(c.tier, 'missing')
UNION ALL
SELECT 230 + 130 * place, 330, 'middle', 15, 'normal', '#333333',
       printf('%.2f', ci) || CASE WHEN old_gate THEN ' passes' ELSE ' fails' END
FROM rounds_shown
UNION ALL
SELECT 230 + 130 * place, 366, 'middle', 15, 'bold',
       CASE WHEN gate_passed THEN '#08519c' ELSE '#b30000' END,
       CASE WHEN gate_passed THEN 'passes' ELSE 'fails' END
         || CASE WHEN is_best THEN ', kept' ELSE '' END
FROM rounds_shown;

CREATE TEMP VIEW escaped AS
SELECT x, y, anchor, size, weight, ink,
       replace(replace(replace(label, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') AS label
FROM labels;

SELECT printf('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d 392" '
              || 'width="%d" height="392" font-family="sans-serif" role="img">',
              180 + 130 * count(*), 180 + 130 * count(*))
FROM rounds_shown;
SELECT '<title>Tiers of run ' || run_id || ', round by round</title>' FROM chosen;
SELECT '<rect width="100%" height="100%" fill="#ffffff"/>';
SELECT printf('<rect x="%d" y="%d" width="122" height="38" rx="4" fill="%s"/>',
              169 + 130 * place, 76 + 44 * line, k.fill)
FROM cells AS c JOIN colours AS k ON k.tier = coalesce(c.tier, 'missing')
ORDER BY line, place;
SELECT printf('<rect x="%d" y="48" width="128" height="332" rx="7" fill="none" '
              || 'stroke="#000000" stroke-width="2"/>', 166 + 130 * place)
FROM rounds_shown WHERE is_best;
SELECT printf('<text x="%d" y="%d" text-anchor="%s" font-size="%d" font-weight="%s" '
              || 'fill="%s">%s</text>', x, y, anchor, size, weight, ink, label)
FROM escaped ORDER BY y, x;
SELECT '</svg>';
