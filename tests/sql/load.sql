-- Tests several loads of settings on one connection. A later load keeps the settings,
-- origins and warnings of earlier loads. The options of a load apply only to that load
-- (ADR-009 section 4.4, rule R7).

CREATE TEMP VIEW patience AS SELECT value, origin FROM assay_settings
  WHERE key = 'evaluation.deep_research.patience';
CREATE TEMP VIEW reported AS
SELECT group_concat(file || ':' || line || ' ' || key) AS keys
  FROM (SELECT * FROM assay_warnings ORDER BY rowid);

-- A warning from a load stays in assay_warnings, which the view `reported` sums up, and
-- does not affect a later load.
SELECT is_eq(assay_load_yaml('
one: 1
evaluation: {deep_research: {patience: 2}}
two: 2
'), 1, 'a lenient load with two reports');
SELECT is_eq((SELECT keys FROM reported), 'yaml:2 one,yaml:4 two',
             'both reports are listed');
SELECT is_eq(assay_load_yaml('evaluation: {deep_research: {patience: 3}}', 'strict'), 1,
  'a strict load without reports of its own succeeds after it');
SELECT is_eq(assay_load('config/scoring.yaml', 'strict'), 0, 'so does one of a file');
SELECT is_eq((SELECT keys FROM reported), 'yaml:2 one,yaml:4 two',
  'the reports are there still');
SELECT throws('SELECT assay_load_yaml(''three: 3'', ''strict'')',
  'yaml:1:1: three is not a setting', 'a strict load names its own report, and no other');
SELECT throws('SELECT assay_load_yaml(
    ''{n0: 0, n1: 1, n2: 2, n3: 3, n4: 4, n5: 5, n6: 6, n7: 7, n8: 8, n9: 9}'',
    ''strict'')',
  'yaml:1:2: n0 is not a setting%yaml:1:65: n9 is not a setting', 'ten of them');
SELECT throws('SELECT assay_load_yaml(
    ''{n0: 0, n1: 1, n2: 2, n3: 3, n4: 4, n5: 5, n6: 6, n7: 7, n8: 8, n9: 9, m0: 0,
      m1: 1}'', ''strict'')',
  'yaml:1:2: n0 is not a setting%yaml:1:65: n9 is not a setting
and 2 more', 'it counts its own reports beyond the tenth');
SELECT is_eq((SELECT keys FROM reported), 'yaml:2 one,yaml:4 two',
  'a refused load adds none');
SELECT is_eq(assay_load_yaml('four: 4'), 0, 'a lenient one does');
SELECT is_eq((SELECT keys FROM reported), 'yaml:2 one,yaml:4 two,yaml:1 four',
  'its report comes last');
SELECT is_eq(assay_load_yaml('
one: 1'), 0, 'a report that is given again');
SELECT is_eq((SELECT keys FROM reported), 'yaml:4 two,yaml:1 four,yaml:2 one',
  'is there once, as the last');

-- A load replaces the values that its text names; all other values stay as earlier loads
-- set them. The origin of each named value becomes the new load, even if the value stays
-- the same. A load that failed has no effect.
SELECT results_eq('SELECT * FROM patience', 'SELECT 3, ''yaml:1''', 'the last value');
SELECT is_eq(assay_load_yaml(
  'evaluation: {path_penalty: {mode: binary, miss_delta: -0.25}}'), 2,
  'other settings');
SELECT throws('SELECT assay_load_yaml(''evaluation: {deep_research: {patience: 9}, [}'')',
  'yaml:1:%', 'a faulty text');
SELECT is_eq(assay_load_yaml('
evaluation: {deep_research: {patience: 3}}'), 0, 'a load that changes nothing');
SELECT results_eq('SELECT * FROM patience', 'SELECT 3, ''yaml:2''',
  'states it last all the same');
SELECT is_eq(assay_load_yaml(''), 0, 'an empty one');
SELECT is_eq(assay_load_yaml('evaluation: {relevance: {default_score: 2}}'), 1,
  'after three that changed nothing one that does');
SELECT results_eq('SELECT key, value, origin FROM assay_settings
  WHERE value IS NOT default_value OR origin LIKE ''yaml%''',
  'VALUES (''evaluation.deep_research.patience'', 3, ''yaml:2''),
          (''evaluation.path_penalty.mode'', ''binary'', ''yaml:1''),
          (''evaluation.path_penalty.miss_delta'', -0.25, ''yaml:1''),
          (''evaluation.relevance.default_score'', 2.0, ''yaml:1'')',
  'all of them hold, and nothing else');
SELECT is_eq(assay_load_yaml('evaluation: {deep_research: {patience: 1}}'), 1,
  'back to the default');
SELECT results_eq('SELECT * FROM patience', 'SELECT 1, ''yaml:1''',
  'the origin is the document');

-- After a call of assay_settings_hash(), assay refuses a load that would change a
-- setting. Such a load changes neither the settings nor the list of warnings.
CREATE TEMP TABLE before AS SELECT assay_settings_hash() AS hash,
  (SELECT group_concat(key || value || origin) FROM assay_settings) AS listing,
  (SELECT keys FROM reported) AS keys;
SELECT throws(
  'SELECT assay_load_yaml(''{evaluation: {deep_research: {patience: 2}}, five: 5}'')',
  'assay_load_yaml: settings are in use on this connection; open a new one',
  'a load that would change one');
SELECT throws(
  'SELECT assay_load_yaml(''{evaluation: {deep_research: {patience: 2}}, five: 5}'',
                          ''strict'')',
  'yaml:1:46: five is not a setting', 'a strict one ends with its report first');
SELECT is_eq((SELECT group_concat(key || value || origin) FROM assay_settings),
  (SELECT listing FROM before), 'the settings are unchanged');
SELECT is_eq((SELECT keys FROM reported), (SELECT keys FROM before),
             'the reports are unchanged');
SELECT is_eq(assay_load_yaml('
evaluation: {deep_research: {patience: 1}, six: 6}'), 0,
  'one that changes nothing is taken');
SELECT results_eq('SELECT * FROM patience', 'SELECT 1, ''yaml:2''', 'with its lines');
SELECT is_eq((SELECT keys FROM reported),
  (SELECT keys || ',yaml:2 evaluation.six' FROM before), 'and its report');
SELECT is_eq(assay_settings_hash(), (SELECT hash FROM before), 'the digest is the same');

-- assay computes some values from the settings only once, after the last load. The two
-- calls below use such values.
SELECT is_eq(relevance_keep(NULL), 0, 'a missing score counts 2 and is below the cutoff');
SELECT is_eq(graduated_penalty(0, 5, 5.0), -0.25, 'and so is the binary penalty');
