-- Views over the database that edges.py makes. They imitate a user's views over other
-- tables: they replace run ids by numbers, texts, long texts and BLOBs, and rounds by
-- numbers, times and texts. Some rows lose their id.
CREATE TEMP TABLE mapped_ids AS
SELECT run_id AS old, CASE run_id % 12
    WHEN 0 THEN NULL
    WHEN 1 THEN 'run & ' || run_id
    WHEN 2 THEN run_id || ' is a text of 20.'
    WHEN 3 THEN run_id || ' is a text of more th'
    WHEN 4 THEN run_id || char(10) || 'it''s' || char(127, 150) || 'x'
    WHEN 5 THEN run_id || substr(' quote'' and ' || hex(zeroblob(40)), 1, 72)
    WHEN 6 THEN CAST(run_id || substr(hex(zeroblob(40)), 1, 33) AS BLOB)
    WHEN 7 THEN CAST(run_id || substr(hex(zeroblob(40)), 1, 34) AS BLOB)
    WHEN 8 THEN CAST(CAST(run_id || char(0) || 'after a NUL' AS BLOB) AS TEXT)
    WHEN 9 THEN run_id + 0.5
    WHEN 10 THEN run_id + 1000000000000
    ELSE run_id END AS run_id
FROM (SELECT run_id FROM main.runs UNION SELECT run_id FROM main.rounds);
CREATE INDEX temp.mapped_ids_old ON mapped_ids(old);
CREATE TEMP TABLE mapped_rounds AS
SELECT i.old, i.run_id, d.round AS old_round, CASE i.old % 5
    WHEN 0 THEN replace('R' || d.round, 'R4', 'ü4')
    WHEN 1 THEN '2026-03-01T10:' || printf('%02d', d.round)
    WHEN 2 THEN d.round + 0.5
    WHEN 3 THEN CASE WHEN d.round < 3 THEN d.round END
    ELSE d.round END AS round
FROM main.rounds AS d JOIN mapped_ids AS i ON i.old = d.run_id;

CREATE TEMP VIEW runs AS
SELECT i.run_id, r.title || char(9, 127, 150) AS title, note, domain, as_of
FROM main.runs AS r JOIN mapped_ids AS i ON i.old = r.run_id
UNION ALL
SELECT i.run_id, 'a second row', note, domain, as_of
FROM main.runs AS r JOIN mapped_ids AS i ON i.old = r.run_id WHERE i.old % 13 = 0;
CREATE TEMP VIEW rounds AS
SELECT m.run_id, m.round, coverage, source_quality, agreement, verification, recency,
       recent_sources || '' AS recent_sources, critical_contradictions
FROM mapped_rounds AS m
JOIN main.rounds AS d ON d.run_id = m.old AND d.round = m.old_round;
CREATE TEMP VIEW sources AS
SELECT m.run_id, m.round, source, domain, published
FROM mapped_rounds AS m
JOIN main.sources AS s ON s.run_id = m.old AND s.round = m.old_round;
CREATE TEMP VIEW judgements AS
SELECT m.run_id, m.round, nullif(dimension, 'speed') AS dimension,
       CASE judge WHEN 'a' THEN 'a' || char(127) WHEN 'd' THEN NULL ELSE judge END
         AS judge, family, score
FROM mapped_rounds AS m
JOIN main.judgements AS j ON j.run_id = m.old AND j.round = m.old_round;
CREATE TEMP VIEW outcomes AS
SELECT m.run_id, m.round, good || '' AS good
FROM mapped_rounds AS m
JOIN main.outcomes AS o ON o.run_id = m.old AND o.round = m.old_round
UNION ALL  -- a second person's labels
SELECT run_id, round, old % 7 < 3 FROM mapped_rounds WHERE old % 3 = 0;
CREATE TEMP VIEW evidence AS
SELECT m.run_id, m.round,
       CASE rubric WHEN 'marks' THEN 7 ELSE rubric END AS rubric, evidence
FROM mapped_rounds AS m
JOIN main.evidence AS e ON e.run_id = m.old AND e.round = m.old_round;
