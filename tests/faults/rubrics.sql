-- The statements judge by rubrics in the settings, list the rubrics, and compute the
-- digest and YAML of the settings.
CREATE TEMP TABLE loaded AS SELECT assay_load_yaml('
evaluation: {rubrics: {
  own: {scores: {tone: {high: 0.8}, ''a b'': {high: 0.5, weight: 2}},
        at_least: {n: 1}, at_most: {n: 2}},
  two: {scores: {tone: {high: 0.6}, depth: {high: 0.7, medium: 0.6}},
        at_most: {n: 2, m: 1}, vetoes: [n]},
  wide: {scores: {a: {high: 0.6}, b: {high: 0.6}, c: {high: 0.6}, d: {high: 0.6},
         e: {high: 0.6}, f: {high: 0.6}, g: {high: 0.6}, h: {high: 0.6}, i: {high: 0.6},
         tone: {high: 0.6}}, at_least: {n: 1, m: 1}, vetoes: {}},
  bad: {scores: {tone: {high: 0.6, wieght: 1}}}}}');
-- In a UTF-16 database SQLite converts the texts in this table when a call reads them.
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

-- Rounds of several rubrics. One rubric has so many numbers that a function
-- allocates memory for the numbers of each round that it stores.
CREATE TEMP TABLE judged(rubric, round, cluster, text);
INSERT INTO judged SELECT column1, column2, column3, text FROM evidence, (VALUES
  ('wide', 'second', 'ann'), ('research', x'00', 'bob')) WHERE evidence.rowid = 1;
INSERT INTO judged VALUES ('wide', 1, 'bob', '{"a": 1, "n": 3}');
SELECT rubric_best_round(rubric, round, text), rubric_stop_action(rubric, round, text),
  rubric_stop_report(rubric, round, text, 1, 2) FROM judged GROUP BY rubric;
SELECT rubric_acceptability(rubric, round, text, 9),
  rubric_stability(rubric, round, text),
  rubric_confidence(rubric, cluster, text) FROM judged WHERE rubric = 'wide';
SELECT rubric_stability(rubric, round, text) OVER win, rubric_confidence(rubric, cluster,
  text) OVER win FROM judged WINDOW win AS (PARTITION BY rubric ROWS 1 PRECEDING);
SELECT rubric_best_round('bad', round, text) FROM judged;
SELECT rubric_stop_round(rubric, round, text) FROM judged;
