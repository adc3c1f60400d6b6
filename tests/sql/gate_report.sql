-- gate_report says why a round passes or not (ADR-007 section 4.2). A condition fails if
-- the number that it tests is missing (R3).

-- In these examples of ADR-007, sections 3.2 and 5.2, the mean of the scores hides a low
-- score.
SELECT is_eq(gate_report(0.95, 0.95, 0.9, 0.2, 0.95, 12, 0),
  '{"gate_passed":false,"all_dimensions_high":false,"sources_floor_passed":true,'
  || '"no_critical_contradictions":true,"no_regression":true,'
  || '"failed_dimensions":["verification"],"missing":[],"unknown":[],'
  || '"reason":"low dimensions: verification","dimensions":{'
  || '"coverage":{"score":0.95,"tier":"Elite","tier_rank":3,"gate_passed":true},'
  || '"source_quality":{"score":0.95,"tier":"Elite","tier_rank":3,"gate_passed":true},'
  || '"agreement":{"score":0.9,"tier":"Elite","tier_rank":3,"gate_passed":true},'
  || '"verification":{"score":0.2,"tier":"Low","tier_rank":0,"gate_passed":false},'
  || '"recency":{"score":0.95,"tier":"Elite","tier_rank":3,"gate_passed":true}},'
  || '"recent_sources_count":12,"min_recent_sources":10,"critical_contradictions":0,'
  || '"ci_score":' || json_quote(ci_score(0.95, 0.95, 0.9, 0.2, 0.95))
  || ',"ci_role":"tiebreaker_only","scoring_engine":"multidimensional"}',
  'every key in its order: the masked failure of ADR-007 5.2');
SELECT is_eq(json_extract(gate_report(0.9, 0.85, 0.8, 0.85, 0.8, 12, 0), '$.reason'), '',
             'the reason of a pass is empty');

-- First each condition fails alone, then all fail, then none. The reason lists failed
-- conditions in the order of these rows.
CREATE TABLE t(name, c, recent, contradictions, regression, want);
INSERT INTO t VALUES
  ('a low dimension', 0.74, 12, 0, 0, 'low dimensions: coverage'),
  ('few sources', 0.8, 9, 0, 0, 'insufficient recent sources'),
  ('a contradiction', 0.8, 12, 1, 0, 'critical contradiction detected'),
  ('a regression', 0.8, 12, 0, 1, 'confidence regression detected'),
  ('everything', 0.1, 0, 7, 1, 'low dimensions: coverage; insufficient recent sources; '
   || 'critical contradiction detected; confidence regression detected'),
  ('nothing', 0.75, 10, 0, 0, '');
SELECT is_eq(json_extract(gate_report(c, 0.8, 0.8, 0.8, 0.8, recent, contradictions,
                                      regression),
                          '$.reason'), want, 'the reason of ' || name)
FROM t;
SELECT is_eq(json_extract(gate_report(c, 0.8, 0.8, 0.8, 0.8, recent, contradictions,
                                      regression),
                          '$.gate_passed'),
             gate_pass(c, 0.8, 0.8, 0.8, 0.8, recent, contradictions, regression),
             'report and gate_pass agree on ' || name)
FROM t;
SELECT is_eq(json_extract(gate_report(0.1, 0.2, 0.3, 0.4, 0.5, 10, 0), '$.reason'),
             'low dimensions: coverage, source_quality, agreement, verification, recency',
             'dimensions in their order');

-- A round with missing data never passes, and the report names these data. NULL, a text
-- that is no number, a blob, an infinity, and a number that no score or count can have,
-- count as missing.
CREATE TABLE dirty(value);
INSERT INTO dirty VALUES (NULL), ('n/a'), (9.5), (-1), (x'31'), (9e999), ('');
SELECT is_eq(json_extract(gate_report(value, 0.8, 0.8, value, 0.8, 12, 0),
                          '$.gate_passed', '$.missing', '$.failed_dimensions',
                          '$.dimensions.coverage'),
             '[false,["coverage","verification"],["coverage","verification"],'
             || '{"score":null,"tier":null,"tier_rank":null,"gate_passed":false}]',
             'missing scores: ' || quote(value))
FROM dirty;
SELECT is_eq(json_extract(gate_report(0.8, 0.8, 0.8, 0.8, 0.8, value, value, value),
                          '$.sources_floor_passed', '$.no_critical_contradictions',
                          '$.no_regression', '$.recent_sources_count',
                          '$.critical_contradictions', '$.missing'),
             '[false,false,false,null,null,'
             || '["recent_sources","critical_contradictions","regression"]]',
             'missing counts: ' || quote(value))
FROM dirty;
SELECT is_eq(json_extract(gate_report(0.8, 0.8, 0.8, 0.8, 0.8, 12, NULL), '$.reason'),
             'missing: critical_contradictions',
             'contradictions not counted are no zero');

-- The reason begins with the names of missing data. It does not name these data again as
-- low dimensions, too few sources or a contradiction.
SELECT is_eq(json_extract(gate_report(NULL, 0.1, 'n/a', 0.8, 0.2, 3, 0), '$.reason'),
             'missing: coverage, agreement; low dimensions: source_quality, recency; '
             || 'insufficient recent sources', 'missing scores first, then low ones');
SELECT is_eq(json_extract(gate_report(95, 90, 85, 80, 75, 12, 0), '$.reason'),
             'missing: coverage, source_quality, agreement, verification, recency',
             'scores of 0..100 are not low');
SELECT is_eq(json_extract(gate_report(1, 1, 1, 1, 1, 'many', 2, 'no'), '$.reason'),
             'missing: recent_sources, regression; critical contradiction detected',
             'counts and the regression, too');
SELECT is_eq(json_extract(gate_report(NULL, 1, 1, 1, 1, 12, 0), '$.failed_dimensions',
                          '$.missing', '$.reason'),
             '[["coverage"],["coverage"],"missing: coverage"]',
             'a dimension that is missing has failed all the same');
SELECT is_eq(json_extract(gate_report('0.80', ' 0.8 ', 8e-1, 0.8, 0.8, '12', 0.0),
                          '$.missing'),
             '[]', 'a text that is a number is one (R2)');
SELECT is_eq(gate_report(0.7, 0.7, 0.7, 0.7, 0.7, 2, 0) IS NULL, 0, 'never NULL');

SELECT is_eq(json_extract(gate_report(0.74999999999999, 1, 1, 1, 1, 12, 0),
                          '$.dimensions.coverage.tier'), 'Medium',
             'no rounding up to High');

-- The call states the floor of High. A lower floor of Elite rises to it; a higher floor
-- of Medium falls to it. So only High and Elite scores pass.
SELECT is_eq(json_extract(gate_report(0.7, 0.95, 0.92, 0.9, 0.3, 5, 0, 0.92, 5),
                          '$.dimensions.coverage.tier',
                          '$.dimensions.source_quality.tier',
                          '$.dimensions.agreement.tier',
                          '$.dimensions.verification.tier',
                          '$.dimensions.recency.tier', '$.min_recent_sources'),
             '["Medium","Elite","Elite","Medium","Low",5]', 'a floor above Elite');
SELECT is_eq(json_extract(gate_report(0.4, 0.3, 1, 1, 1, 5, 0, 0.4, 5),
                          '$.dimensions.coverage.tier',
                          '$.dimensions.source_quality.tier'),
             '["High","Low"]', 'a floor below Medium');
SELECT is_eq(sum(json_extract(r, '$.gate_passed') IS NOT
                 (json_extract(r, '$.all_dimensions_high') AND
                  json_extract(r, '$.sources_floor_passed') AND
                  json_extract(r, '$.no_critical_contradictions'))), 0,
             'the verdict is its conditions, 5 * 21 * 3 * 3 times')
FROM (
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 944)
  SELECT gate_report(0.8, 0.05 * (i % 21), 0.9, 1, 0.75, 8 + i / 21 % 5, i / 105 % 3, 0.6,
                     9 + i / 315) AS r FROM n
);

SELECT is_eq(json_extract(json_object('g', gate_report(1, 1, 1, 1, 1, 12, 0)),
                          '$.g.reason'), '',
             'nests in other JSON (R6)');
SELECT throws('SELECT gate_report(1, 1, 1, 1, 1, 12, 0, 75, 10)',
              'gate_report: high must be a number in 0..1, got 75',
              'a floor off the scale');
SELECT throws('SELECT gate_report(1, 1, 1, 1, 1, 12, 0, 0.75, -1)',
              'gate_report: min_sources must be a whole number >= 0, got -1',
              'a negative count');

-- The argument is evidence: JSON with names and numbers. The report lists the keys that
-- no rule reads, in the order of the JSON text. If such a key is at most two edits away
-- from a name that the evidence lacks, the report suggests this name.
CREATE TEMP TABLE unknown(evidence, want);
INSERT INTO unknown VALUES
  ('{"coverge": 0.9, "note": "x", "recency": 0.5, "Recnet_sources": 12}',
   '["coverge: coverage?","note","Recnet_sources: recent_sources?"]'),
  ('{"coverage": 0.9, "coverge": 0.8}', '["coverge"]'),
  ('{"covxxage": 1, "covxxxge": 1, "verification": "n/a", "verifikation": 1}',
   '["covxxage: coverage?","covxxxge","verifikation: verification?"]'),
  ('{"cover\u0067e": 1, "\u00e9": {"coverage": 1}}', '["coverge: coverage?","é"]'),
  ('{"COVERAGE": 0.9, "regression": 0}', '[]'),
  ('{"x": 1, "x": 2}', '["x","x"]'),
  ('{}', '[]'), ('{"coverge": 1', '[]'), ('["coverge"]', '[]'), (NULL, '[]'), (1, '[]');
SELECT is_eq(json_extract(gate_report(evidence), '$.unknown'), want,
             'unknown: ' || coalesce(evidence, 'NULL')) FROM unknown;
SELECT is_eq(json_extract(gate_report(evidence, 0.7, 5), '$.unknown'), want,
             'with a floor of your own') FROM unknown;
SELECT is_eq(json_extract(gate_report(NULL, 1, 1, 1, 1, 12, 0), '$.unknown'), '[]',
             'seven arguments have no keys');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000),
  some(e, count) AS (SELECT '{' || group_concat('"key' || i || '": 1') || '}', column1
                     FROM (VALUES (20), (21), (1000)), n WHERE i <= column1
                     GROUP BY column1)
SELECT is_eq(json_extract(gate_report(e), '$.unknown[19]') || ' '
             || coalesce(json_extract(gate_report(e), '$.unknown[20]'), 'all') || ' '
             || json_array_length(gate_report(e), '$.unknown'),
             CASE count WHEN 20 THEN 'key20 all 20'
                        ELSE 'key20 and ' || (count - 20) || ' more 21' END,
             count || ' unknown keys') FROM some;
SELECT is_eq(json_extract(gate_report('{"' || replace(printf('%.70c', 'x'), 'x', 'xy')
                                      || '": 1}'), '$.unknown[0]'),
             replace(printf('%.70c', 'x'), 'x', 'xy'), 'a long one is near none');
