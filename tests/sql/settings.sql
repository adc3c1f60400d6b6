-- Tests the settings, which are an immutable contract (ADR-009 4.1 and 4.4, rule R7).
--
-- ADR-009 names seven kinds of tests of settings: defaults, overrides, unknown domains
-- added, invalid values ignored, non-integers ignored, immutability, integration. A
-- connection's settings can't change after a rule has read them, so the loads come first.

-- assay_require also accepts an epoch (the version of the views) without the digest of
-- the settings. Views state only their epoch, before any setting is read.
SELECT is_eq(assay_require('3:'), 1, 'this is epoch 3');
SELECT throws('SELECT assay_require(''2:'')',
  'assay_require: views are of epoch 2, this assay of 3: '
  || 'sqlite3 FILE -cmd ''.load assay'' < sql/upgrade.sql', 'older views have a cure');
SELECT throws('SELECT assay_require(''10:'')',
  'assay_require: views are of epoch 10, this assay of 3: load an assay of that epoch',
  'newer views another');

SELECT is_eq(assay_load('config/evaluation.yaml'), 0, 'evaluation.yaml changes nothing');
SELECT is_eq(assay_load('config/scoring.yaml', 'strict'), 0, 'neither does scoring.yaml');
SELECT is_eq((SELECT count(*) FROM assay_warnings), 0, 'and nothing is reported');
SELECT results_eq(
  'SELECT count(*) - count(DISTINCT key), sum(value IS NOT default_value),
          sum(origin NOT LIKE ''config/%.yaml:%'')
   FROM assay_settings',
  'SELECT 0, 0, 0', 'every setting is listed once, has its default, comes from a file');

-- The file scoring.yaml has the structure of ADR-006. `clarify` is not one of the nine
-- strategies, but has always had a weight.
SELECT is_eq(assay_load_yaml('
strategies:
  - id: deepen
    name: Deepen existing branches
    type_category: depth
    enabled: true
    prompt_hint: "Explore deeper into why this is important."
tier2_scorers:
  ambiguity:
    enabled: true
    strategy_weights: {deepen: 0.20, clarify: 0.30, bridge: 0.10, synthesis: 0.10,
                       default: 0.15}
phase_profiles:
  closing: {deepen: 0.3, synthesis: 1.3, closing: 1.5}
phase_config:
  exploratory: {min_turns: 8, max_turns: 20}
  focused: {min_turns: 5, max_turns: null}
  closing: {min_turns: 15, trigger_coverage: 0.95}
', 'strict'), 0, 'the structure of ADR-006 is known to the last key');

-- Tests the defaults, such as the windows of ADR-009 4.4. In assay_settings a number is
-- an INTEGER or a REAL, not TEXT.
CREATE TEMP VIEW windows AS
SELECT substr(key, length('evaluation.deep_research.recency_windows.') + 1) AS domain,
       value, default_value, origin
FROM assay_settings
WHERE key LIKE 'evaluation.deep!_research.recency!_windows.%' ESCAPE '!';
SELECT results_eq('VALUES (''academic_research'', 730), (''ai_ml'', 90),
          (''ai_software'', 120), (''cloud_infrastructure'', 180), (''default'', 183),
          (''programming_languages'', 365) EXCEPT SELECT domain, value FROM windows',
  'SELECT 1, 1 WHERE 0', 'the windows of ADR-009');
SELECT results_eq(
  'SELECT value, typeof(value), rule, source FROM assay_settings
   WHERE key = ''evaluation.deep_research.min_ci''',
  'VALUES (0.8, ''real'', ''a number in 0..1'', ''ADR-007 3.2'')',
  'hidden columns give the rule and the source of each key');
SELECT is_eq((SELECT count(*) FROM pragma_table_info('assay_settings')), 4,
  'SELECT * shows four columns');

SELECT is_eq(assay_load_yaml('evaluation:
  deep_research:
    recency_windows:
      ai_ml: 60
      case_law: 1000
'), 2, 'an override and a new domain are two changes');
SELECT results_eq('SELECT * FROM windows WHERE value IS NOT default_value ORDER BY 1',
  'VALUES (''ai_ml'', 60, 90, ''yaml:4''), (''case_law'', 1000, NULL, ''yaml:5'')',
  'they are listed with their lines; a new domain has no default');
SELECT is_eq(assay_load_yaml('{"evaluation": {"path_penalty": {"mode": "Binary"}}}'), 1,
  'JSON is YAML, and names are matched in any case (R8)');
SELECT is_eq((SELECT value FROM assay_settings
              WHERE key = 'evaluation.path_penalty.mode'),
  'binary', 'but the listing has their canonical spelling');
SELECT is_eq(assay_load_yaml('{evaluation: {path_penalty: {mode: graduated}}}'), 1,
  'a load over a load');

-- An invalid value is ignored, but the valid values of the same document are used.
SELECT is_eq(assay_load_yaml('evaluation:
  deep_research:
    recency_windows: {ai_ml: 45.5, case_law: true, cloud_infrastructure: soon,
      programming_languages: 0, academic_research: -1, ai_software: [90], a: null, b: 5}
'), 1, 'of eight windows one is usable');
SELECT results_eq('SELECT domain, value FROM windows
                   WHERE value IS NOT default_value ORDER BY domain',
  'VALUES (''ai_ml'', 60), (''b'', 5), (''case_law'', 1000)',
  'the other keys keep their values');
SELECT results_eq('SELECT file, line, column, message FROM assay_warnings WHERE line < 4',
  'SELECT ''yaml'', 3, 23,
   ''evaluation.deep_research.recency_windows.ai_ml must be ''
   || ''a whole number of days > 0, got 45.5; kept 60''
   UNION ALL SELECT ''yaml'', 3, 36,
   ''evaluation.deep_research.recency_windows.case_law must be ''
   || ''a whole number of days > 0, got true; kept 1000''
   UNION ALL SELECT ''yaml'', 3, 52,
   ''evaluation.deep_research.recency_windows.cloud_infrastructure must be ''
   || ''a whole number of days > 0, got ''''soon''''; kept 180''',
  'each report names file, line, column, key, rule, value and what is kept');
SELECT is_eq((SELECT group_concat(substr(message, instr(message, ', got')))
              FROM assay_warnings WHERE line = 4),
  ', got 0; kept 365,, got -1; kept 730,, got a list; kept 120,, got null; ignored',
  'zero, negative, a list, null');
SELECT is_eq((SELECT count(*) FROM assay_warnings), 7, 'seven reports');

-- A strict load that would give a warning fails and changes nothing.
SELECT throws('SELECT assay_load_yaml(
                 ''evaluation: {deep_research: {patience: 2, paitence: 3}}'',
                 ''strict'')',
  'yaml:1:43: evaluation.deep_research.paitence is not a setting; did you mean patience?',
  'a report is an error');
SELECT throws('SELECT assay_load_yaml(''a: 1
b: 2'', ''STRICT'')', 'yaml:1:1: a is not a setting%
yaml:2:1: b is not a setting%', 'all reports are in it, one a line');
SELECT is_eq((SELECT value FROM assay_settings
              WHERE key = 'evaluation.deep_research.patience'),
  1, 'no setting changed');
SELECT is_eq((SELECT count(*) FROM assay_warnings), 7, 'no report was added');

-- A fault in a text or file is an error with its place, and the old settings stay.
SELECT throws('SELECT assay_load_yaml(''evaluation: {deep_research: {patience: 2}'')',
  'yaml:1:42: did not find expected%', 'a syntax error');
SELECT throws('SELECT assay_load_yaml(''a: &a [*a]'')', 'yaml:1:8: a cyclic alias',
              'a cycle');
SELECT throws('SELECT assay_load_yaml(''a: 1
a: 2'')', 'yaml:2:1: a duplicate key', 'a duplicate key');
SELECT throws('SELECT assay_load_yaml(char(97, 58, 32, 0))',
              'yaml:1:4: a control character%', 'a zero in the text');
SELECT throws('SELECT assay_load_yaml(printf(''%.1048577c'', ''a''))',
  'yaml:1:1: larger than 1 MiB', 'a text too long');
SELECT throws('SELECT assay_load(''config/none.yaml'')',
  'config/none.yaml: cannot be read: No such file or directory', 'a missing file');
SELECT throws('SELECT assay_load(''config'')', 'config: not a regular file',
              'a directory');
SELECT throws('SELECT assay_load(''/dev/zero'')', '/dev/zero: not a regular file',
              'a device');
SELECT throws('SELECT assay_load(''LICENSE'')', 'LICENSE:%', 'a text that is no YAML');
SELECT is_eq((SELECT value FROM assay_settings
              WHERE key = 'evaluation.deep_research.patience'),
  1, 'nothing of all that was loaded');

SELECT throws('SELECT assay_load('''')', 'assay_load: path must name a file, got ''''',
  'no name');
SELECT throws('SELECT assay_load(NULL)', 'assay_load: path must be a TEXT, got NULL',
              'NULL');
SELECT throws('SELECT assay_load(x''00'')',
              'assay_load: path must be a TEXT, got a BLOB of 1 bytes', 'a blob');
SELECT throws('SELECT assay_load(char(97, 0, 98))',
              'assay_load: path must not have a zero%', 'a zero');
SELECT throws('SELECT assay_load_yaml(12)',
              'assay_load_yaml: text must be a TEXT, got 12', 'a number');
SELECT throws('SELECT assay_load_yaml('''', ''loose'')',
  'assay_load_yaml: mode must be one of strict, got ''loose''', 'an unknown mode');
SELECT throws('SELECT assay_load()', 'wrong number of arguments%', 'no argument');
SELECT throws('SELECT assay_load_env(1)', 'wrong number of arguments%', 'too many');

-- Loading is for top-level SQL only (R4).
CREATE VIEW load_in_a_view AS SELECT assay_load_yaml('');
SELECT throws('SELECT * FROM load_in_a_view', 'unsafe use of assay_load_yaml()',
              'not in a view');
SELECT throws('SELECT assay_load_yaml('''')',
  'assay_load_yaml: no object of a database may name it, got view main.load_in_a_view',
  'a load is refused while a view names it');
SELECT is_eq(assay_load_env(), 0, 'a load that the view does not name can be called');
DROP VIEW load_in_a_view;
CREATE TABLE commented(x -- assay_load_yaml(x)
);
SELECT is_eq(assay_load_yaml(''), 0, 'a comment is no name');
CREATE TEMP VIEW load_in_a_view AS SELECT assay_load_yaml('') AS changed;
SELECT is_eq((SELECT changed FROM load_in_a_view), 0, 'TEMP objects are the user''s own');

-- assay_settings and assay_warnings are also for top-level SQL only. A stranger's schema
-- must not copy the settings' origins, or the text of a settings file that a warning
-- quotes.
CREATE VIEW copied_warnings AS SELECT message FROM assay_warnings;
CREATE VIEW copied_settings AS SELECT origin FROM assay_settings;
SELECT throws('SELECT * FROM copied_warnings',
              'unsafe use of virtual table "assay_warnings"', 'no warnings in a view');
SELECT throws('SELECT * FROM copied_settings',
              'unsafe use of virtual table "assay_settings"', 'no settings in a view');
DROP VIEW copied_warnings;
DROP VIEW copied_settings;
SELECT lives('SELECT * FROM windows', 'a TEMP view may read them');

-- An SQLite built with STAT4 can call a function while it prepares a statement. In such a
-- call assay_load_yaml changes nothing.
CREATE TABLE planned(x);
INSERT INTO planned WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
                                            WHERE i < 100) SELECT i FROM n;
CREATE INDEX planned_by_x ON planned(x);
ANALYZE;
SELECT lives('EXPLAIN SELECT count(*) FROM planned WHERE x > assay_load_yaml(
                ''{evaluation: {deep_research: {patience: 9}}}'')', 'a load in a plan');
SELECT is_eq((SELECT value FROM assay_settings
              WHERE key = 'evaluation.deep_research.patience'),
  1, 'loads nothing');

-- A statement can load settings while it reads the table assay_settings. The rows that it
-- has read stay valid.
SELECT results_eq(
  'SELECT key,
          assay_load_yaml(''evaluation: {deep_research: {recency_windows: {c''
                          || row_number() OVER () || '': 7}}}'') > 0
   FROM assay_settings WHERE key LIKE ''%.max_rounds'' OR key LIKE ''%.patience''',
  'VALUES (''evaluation.deep_research.max_rounds'', 1),
          (''evaluation.deep_research.patience'', 1)',
  'a load for each row of the listing');

-- Loads with constant arguments may run before the first row, in the order of the SQL
-- text. The rows of assay_weights can still show the settings from before such a load. A
-- mistake in such a call is an error as usual.
SELECT results_eq(
  'SELECT count(*), count(DISTINCT basis), min(changed) FROM (SELECT strategy, basis,
     assay_load_yaml(''{evaluation: {deep_research: {patience: 4}}}'') > 0
     AND assay_load_yaml(''{evaluation: {deep_research: {patience: 5}}}'') > 0 AS changed
   FROM assay_weights LIMIT -1)', 'VALUES (4, 4, 1)', 'two loads in a statement');
SELECT is_eq((SELECT value FROM assay_settings
              WHERE key = 'evaluation.deep_research.patience'), 5, 'the last one holds');
SELECT throws('SELECT strategy, assay_load_yaml(''{a'') FROM assay_weights',
              'yaml:1:3: did not find expected%', 'a faulty text for every row');
SELECT throws('SELECT assay_load_yaml(basis, ''strict'') FROM assay_weights',
              'yaml:1:1: not a mapping of settings', 'a text of the settings themselves');
SELECT is_eq(assay_load_yaml('{evaluation: {deep_research: {patience: 1}}}'), 1,
             'and back');

-- Integration: rules follow the settings.
SELECT near(recency_decay(60, 'ai_ml'), 0.5, 1e-15,
            'the decay follows the loaded window');
SELECT is_eq(recency_window('case_law'), 1000, 'a new domain has its window');
SELECT is_eq(is_recent(61, 'ai_ml'), 0, 'so does the binary rule');

-- Immutability.
SELECT throws('SELECT assay_load_yaml(
                 ''evaluation: {deep_research: {recency_windows: {ai_ml: 30}}}'')',
  'assay_load_yaml: settings are in use on this connection; open a new one',
  'a load fails');
SELECT throws('SELECT assay_load(''config/evaluation.yaml'')',
  'assay_load: settings are in use on this connection; open a new one', 'of a file, too');
SELECT is_eq(recency_window('ai_ml'), 60, 'and changes nothing');
SELECT is_eq(
  assay_load_yaml('evaluation: {deep_research: {recency_windows: {ai_ml: 60}}}'), 0,
  'one that would change nothing succeeds');
SELECT is_eq(assay_load_yaml('nonsense: 1'), 0, 'so does one that is ignored');
SELECT is_eq((SELECT message FROM assay_warnings ORDER BY rowid DESC LIMIT 1),
  'nonsense is not a setting', 'and it is reported');

-- Tests assay_settings_hash(), the digest (R7), and assay_require.
CREATE TEMP TABLE epoch AS SELECT CAST(assay_settings_hash() AS INTEGER) AS n;
SELECT ok((SELECT assay_settings_hash() GLOB n || ':'
                  || replace(printf('%64s', ''), ' ', '[0-9a-f]') FROM epoch),
          'an epoch, a colon and a SHA-256');
SELECT is_eq(assay_require(assay_settings_hash()), 1, 'assay_require accepts the digest');
SELECT is_eq((SELECT assay_require(n || ':') FROM epoch), 1, 'and its epoch alone');
SELECT is_eq(assay_require(upper(assay_settings_hash())), 1, 'in any case');
SELECT throws('SELECT assay_require(''b8c4d3eb'')',
  'assay_require: hash must be that of the settings in force, '
  || assay_settings_hash() || ', got ''b8c4d3eb''', 'another one is an error');
CREATE TEMP TABLE difference(hash, says);
INSERT INTO difference VALUES
  (assay_settings_hash('evaluation.rubrics'), ': other settings; a new connection loads '
   || 'those by SELECT assay_load_yaml(settings) FROM contract WHERE hash = it'),
  ((SELECT n - 1 FROM epoch) || substr(assay_settings_hash(), 2),
   ': the same settings, but answers changed between the epochs: ext/CHANGES.md'),
  ((SELECT n + 1 FROM epoch) || substr(assay_settings_hash('evaluation.rubrics'), 2),
   ': other settings, and answers changed between the epochs: ext/CHANGES.md'),
  (substr(assay_settings_hash(), 3), ': without N: it is of epoch 2 or earlier, and '
   || 'answers changed since: ext/CHANGES.md'),
  ('3', ''), (':', ''), ('x:', '');
SELECT throws('SELECT assay_require(' || quote(hash) || ')',
  'assay_require: hash must be that of the settings in force, '
  || assay_settings_hash() || says || ', got ' || quote(hash),
  'it says what differs in ' || substr(hash, 1, 6) || says)
FROM difference;
SELECT throws('SELECT assay_require(NULL)', '%got NULL',
              'a missing digest fails, too (R3)');
SELECT throws('SELECT assay_require(x''00'')', '%got a BLOB of 1 bytes', 'and a blob');
CREATE TEMP TABLE part AS
  SELECT 'evaluation.deep_research.recency_windows' AS prefix,
         assay_settings_hash('evaluation.deep_research.recency_windows') AS digest;
SELECT is_eq(assay_require(digest, prefix), 1, 'a part is required by its prefix')
FROM part;
SELECT is_eq(assay_require(assay_settings_hash(), ''), 1, 'no prefix: all');
SELECT throws('SELECT assay_require(assay_settings_hash(), prefix) FROM part',
  'assay_require: hash must be that of the settings under that prefix in force, '
  || digest || ': other settings, got ''' || assay_settings_hash() || '''',
  'the digest of all settings differs from a part''s') FROM part;
SELECT throws('SELECT assay_require(digest, ''evaluation.deep'') FROM part',
  'assay_require: prefix must begin the path of a setting, got ''evaluation.deep''',
  'a prefix of no setting is a mistake');
SELECT throws('SELECT assay_require(digest, NULL) FROM part',
  'assay_require: prefix must begin the path of a setting, got NULL',
  'and a missing prefix');
SELECT throws('SELECT assay_require(NULL, prefix) FROM part', '%got NULL',
              'a missing hash of a part is not the one in force');
SELECT is_eq(sum(assay_require(digest, prefix)), 300, 'row by row') FROM part,
  (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
   SELECT i FROM n);
CREATE TABLE contract(
  only INTEGER PRIMARY KEY CHECK (only = 1),
  settings_hash TEXT NOT NULL DEFAULT (assay_settings_hash())
    CHECK (assay_require(settings_hash)));
SELECT lives('INSERT INTO contract(only) VALUES (1)', 'a contract of one row');
SELECT throws('INSERT INTO contract VALUES (1, ''other'')', 'assay_require:%',
              'can be no other');
SELECT is_eq((SELECT count(*) FROM contract WHERE assay_require(settings_hash)), 1,
  'a query holds it against the settings in force');
UPDATE contract SET settings_hash = assay_settings_hash();

SELECT is_eq((SELECT count(*) FROM assay_settings
              WHERE length(rule) > 0 AND length(help) > 0 AND length(source) > 0),
  (SELECT count(*) FROM assay_settings), 'the hidden columns document each setting');

-- With a prefix, the digest covers only the keys under it. The prefix must consist of
-- whole segments of a key.
SELECT is_eq(assay_settings_hash(''), assay_settings_hash(), 'no prefix: of all');
SELECT ok(assay_settings_hash('evaluation') <> assay_settings_hash(),
  'a part is not all');
SELECT ok(assay_settings_hash('evaluation.rubrics')
  <> assay_settings_hash('evaluation.relevance'), 'two parts have two digests');
SELECT lives('SELECT assay_settings_hash(''evaluation.rubrics."a.b".scores'')',
  'a prefix may have names');
SELECT throws('SELECT assay_settings_hash(''evaluation.deep'')',
  'assay_settings_hash: prefix must begin the path of a setting, got ''evaluation.deep''',
  'of whole segments');
SELECT throws('SELECT assay_settings_hash(''evaluation.'')',
  'assay_settings_hash: prefix must begin the path of a setting, got ''evaluation.''',
  'without a point at the end');
SELECT throws('SELECT assay_settings_hash(''tier2_scorers.noveltie'')',
  'assay_settings_hash: prefix must begin the path of a setting, got '
  || '''tier2_scorers.noveltie''',
  'a list that is fixed has no other names');
SELECT throws('SELECT assay_settings_hash(''evaluation'' || char(0))',
  'assay_settings_hash: prefix must begin the path of a setting, got %',
  'no path has a zero in it');
SELECT throws('SELECT assay_settings_hash(NULL)',
  'assay_settings_hash: prefix must begin the path of a setting, got NULL', 'not NULL');
SELECT is_eq(count(DISTINCT assay_settings_hash(prefix)), 3, 'prefixes by row')
  FROM (SELECT 'evaluation' AS prefix UNION ALL SELECT 'strategies' UNION ALL SELECT '');

-- SQLite calls a function with constant arguments once for a statement. To the right of a
-- LEFT JOIN it calls the function once for each row.
CREATE TEMP TABLE asked AS SELECT 1 AS i UNION ALL SELECT 2 UNION ALL SELECT 3;
SELECT is_eq(count(s.digest) || ' ' || min(s.digest = assay_settings_hash('evaluation')),
             '3 1', 'a constant prefix over rows')
FROM asked LEFT JOIN (SELECT i, assay_settings_hash('evaluation') AS digest FROM asked)
                     AS s ON s.i = asked.i;

SELECT is_eq(assay_load_yaml(yaml || '', 'strict'), 0,
  'loading the written settings changes nothing')
  FROM (SELECT assay_settings_yaml() AS yaml);
SELECT ok(assay_settings_yaml() LIKE '# All settings of an assay connection.
evaluation:
  deep_research:
    difficulty_offsets:
      easy: 0.05
%', 'two blanks for each level');
SELECT is_eq((SELECT count(*) FROM assay_settings WHERE origin NOT LIKE 'yaml:%'), 0,
  'every setting comes from that document');

-- assay_setting() returns the value of one setting. No table in a database file can hide
-- this function.
SELECT is_eq((SELECT count(*) FROM assay_settings
              WHERE assay_setting(key) IS value
                AND typeof(assay_setting(key)) = typeof(value)),
  (SELECT count(*) FROM assay_settings), 'each key gives the value in the table');
SELECT is_eq(assay_setting('evaluation.deep_research.weights.default'), 'proposed',
  'a text');
SELECT is_eq(json_type(json_array(assay_setting(
               'tier1_vetoes.knowledge_ceiling.negative_phrases')), '$[0]'), 'array',
  'a list is JSON');
SELECT throws('SELECT assay_setting(''evaluation.deep_research.patients'')',
  'assay_setting: key must be the path of a setting, such as '
  || 'evaluation.deep_research.patience, got ''evaluation.deep_research.patients''',
  'a misspelt key is a mistake that names the nearest');
SELECT throws('SELECT assay_setting(''evaluation.path_penalty.relevanc'')',
  'assay_setting: key must be the path of a setting, got '
  || '''evaluation.path_penalty.relevanc''', 'a group elsewhere is not suggested');
SELECT throws('SELECT assay_setting(''recency_windows'')',
  'assay_setting: key must be the path of a setting, got ''recency_windows''',
  'the name of a group is a mistake, too');
SELECT throws('SELECT assay_setting(NULL)',
  'assay_setting: key must be the path of a setting, got NULL', 'NULL');
SELECT throws('SELECT assay_setting(12)',
  'assay_setting: key must be the path of a setting, got 12', 'a number');
SELECT throws('SELECT assay_setting(''a'' || char(0))',
  'assay_setting: key must be the path of a setting, got ''a%', 'a text with a zero');
SELECT throws('SELECT assay_setting(CAST(''evaluation.deep_research.patience'' AS BLOB))',
  'assay_setting: key must be the path of a setting, got a BLOB of 33 bytes', 'a blob');
