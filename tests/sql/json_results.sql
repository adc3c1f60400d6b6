-- Rule R6: a JSON result is valid JSON, and any text in it reads back unchanged.
CREATE TABLE quoted(value);
INSERT INTO quoted VALUES
  ('a "quoted" \ text'), (char(1, 8, 9, 10, 13, 31, 127)), ('é 漢 😀'), (''),
  (7), (-9223372036854775808), (0.1), (1e300), (9e999), (-9e999);

SELECT is_eq(json_valid(stop_report(value, 1, 1, 1, 1, 1, 12, 0)), 1,
             'valid: ' || quote(value))
FROM quoted GROUP BY value;
SELECT is_eq(json_extract(stop_report(value, 1, 1, 1, 1, 1, 12, 0), '$.round'), value,
             'the same: ' || quote(value))
FROM quoted GROUP BY value;

SELECT is_eq(json_extract(stop_report(x'00ff', 1, 1, 1, 1, 1, 12, 0), '$.round'),
             'x''00ff''', 'a blob as SQL spells it');

-- assay writes a long blob in pieces. In this blob all pieces differ, so the test sees if
-- one is in the wrong place.
CREATE TABLE long_blob(value);
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 24999)
INSERT INTO long_blob SELECT CAST(group_concat(printf('%05d ', i), '') AS BLOB)
FROM (SELECT i FROM n ORDER BY i);
SELECT is_eq(json_extract(stop_report(value, 1, 1, 1, 1, 1, 12, 0), '$.round')
             = 'x''' || lower(hex(value)) || '''', 1,
             'a blob of ' || length(value) || ' bytes, each in its place')
FROM long_blob;
SELECT is_eq(json_extract(stop_report(NULL, 1, 1, 1, 1, 1, 12, 0), '$.round'), NULL,
             'no round, no report');

-- Results have SQLite's subtype of JSON: another JSON function takes them as JSON, not as
-- a text to quote.
SELECT is_eq(json_extract(json_object('report', gate_report(1, 1, 1, 1, 1, 12, 0)),
                          '$.report.gate_passed'), 1, 'a report nests');

-- Two functions can share a window even if one returns JSON; both read the same rows.
SELECT is_eq(group_concat(json_extract(report, '$.returned_round') || ' of ' || n, ', '),
             '3 of 3, 3 of 3, 3 of 3', 'a report beside a count')
FROM (SELECT stop_report(column1, column2, 0.5, 0.5, 0.5, 0.5, 12, 0)
        OVER whole AS report,
             count(*) OVER whole AS n
      FROM (VALUES (1, 0.5), (2, 0.6), (3, 0.9)) WINDOW whole AS ());
