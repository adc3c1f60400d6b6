-- Rubrics in force: found, judged, listed, digested and written down.
CREATE TEMP TABLE loaded AS SELECT assay_load_yaml('
evaluation: {rubrics: {
  own: {scores: {tone: {high: 0.8}, ''a b'': {high: 0.5, weight: 2}},
        at_least: {n: 1}, at_most: {n: 2}},
  two: {scores: {tone: {high: 0.6}, depth: {high: 0.7, medium: 0.6}}},
  bad: {scores: {tone: {high: 0.6, wieght: 1}}}}}');
-- What is read by calls is converted in a UTF-16 database.
CREATE TEMP TABLE evidence(text);
INSERT INTO evidence
  VALUES ('{"tone": 0.9, "a b": 0.5, "n": 1}'), ('{"tone": 0.7, "n": 3}');

SELECT rubric_pass('own', text), rubric_index('own', text) FROM evidence;
SELECT rubric_report('own', text || '') FROM evidence;
SELECT rubric_report('own', '{"tone": 0.7, "n": 3, "regression": 1}');
SELECT rubric_report('research', '{"coverage": 0.7}');
SELECT rubric_report('own', '{"tne": 0.7, "x\u0020y": 3}');
SELECT gate_report('{"coverge": 0.7, "x\u0020y": 3}');
SELECT rubric_pass('other', '{}');
SELECT rubric_pass('bad', '{}');
SELECT count(*), sum(high) FROM assay_rubrics;
SELECT count(key || origin), sum(value IS default_value) FROM assay_settings;
SELECT assay_settings_hash('evaluation.rubrics.own');
SELECT length(assay_settings_yaml());
SELECT why_missing(column1, 'date')
  FROM (VALUES ('3/2/2026'), ('no date'), ('2026-02-03'));
