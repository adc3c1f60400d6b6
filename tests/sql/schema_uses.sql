-- Rule R4: any schema, even one that is not trusted, may call a deterministic function.
--
-- The test calls every deterministic scalar function in assay_functions with its own
-- example, so it includes every new function.

CREATE TABLE uses(x);
INSERT INTO uses VALUES (1), (NULL), ('n/a');
CREATE TABLE pure AS
SELECT rowid AS id, signature, example FROM assay_functions
WHERE deterministic AND kind = 'scalar' AND example NOT LIKE 'SELECT %';
SELECT ok(count(*) >= 20, 'there are functions to try') FROM pure;

SELECT lives('CREATE INDEX index' || id || ' ON uses(x, (' || example || '))',
             'an index on ' || signature) FROM pure;
SELECT lives('CREATE INDEX partial' || id
             || ' ON uses(x) WHERE (' || example || ') IS NOT x',
             'a partial index on ' || signature) FROM pure;
SELECT lives('CREATE TABLE stored' || id || '(x, y AS (' || example || ') STORED, '
             || 'z AS (' || example || ') VIRTUAL CHECK (z IS y), CHECK ((' || example
             || ') IS NOT x));'
             || 'INSERT INTO stored' || id || ' VALUES (''x'')',
             'a generated column and a CHECK on ' || signature) FROM pure;
SELECT results_eq('SELECT CAST(y AS TEXT), z IS y FROM stored' || id,
                  'SELECT answer, 1 FROM assay_functions WHERE rowid = ' || id,
                  'the generated column holds the answer of ' || signature) FROM pure;
SELECT lives('INSERT INTO uses VALUES (2); DELETE FROM uses WHERE x = 2',
             'rows go in and out of the indexes');
SELECT results_eq('SELECT quick_check FROM pragma_quick_check', 'VALUES (''ok'')',
                  'the indexes agree with the table');

-- If only top-level SQL may call a function, SQLite refuses it in a schema. CREATE INDEX
-- on an empty table calls no function, so only SQLite can refuse it, not assay.
CREATE TABLE rowless(x);
SELECT lives('CREATE INDEX allowed ON rowless(x, (tier_of(x)))', 'an index on a rule');
SELECT throws('CREATE INDEX direct' || rowid || ' ON rowless(x, (' || example || '))',
              '%unsafe use of ' || name || '()', 'no index on ' || signature)
FROM assay_functions
WHERE NOT deterministic AND kind = 'scalar' AND example NOT LIKE 'SELECT %';

-- Views and triggers in a schema that is not trusted may use every deterministic
-- function, including aggregates.
CREATE TABLE trusted AS
SELECT rowid AS id, signature, answer,
       CASE WHEN example LIKE 'SELECT %' THEN '' ELSE 'SELECT ' END || example AS query
FROM assay_functions WHERE deterministic;
CREATE TABLE log(id, answer);
CREATE TABLE fired(x);
SELECT lives('CREATE VIEW view' || id || ' AS SELECT CAST(('
             || query || ') AS TEXT) AS answer',
             'a view on ' || signature) FROM trusted;
SELECT lives('CREATE TRIGGER trigger' || id || ' AFTER INSERT ON fired BEGIN '
             || 'INSERT INTO log VALUES ('
             || id || ', CAST((' || query || ') AS TEXT)); END',
             'a trigger on ' || signature) FROM trusted;
PRAGMA trusted_schema = OFF;
SELECT results_eq('SELECT answer FROM view' || id, 'SELECT ' || quote(answer),
                  'the view on ' || signature) FROM trusted;
SELECT lives('INSERT INTO fired VALUES (1)', 'all triggers run');
SELECT results_eq('SELECT id, answer FROM log ORDER BY id',
                  'SELECT id, answer FROM trusted ORDER BY id', 'and log every answer');
SELECT lives('INSERT INTO uses VALUES (3); INSERT INTO stored'
             || min(id) || ' VALUES (''y'')',
             'indexes, columns and CHECKs work as well') FROM pure;

-- If a function reads a file, SQLite refuses it in every schema, untrusted or trusted.
SELECT lives('CREATE VIEW direct' || rowid || ' AS SELECT ' || example, 'a view can name '
             || signature) FROM assay_functions
WHERE NOT deterministic AND kind = 'scalar' AND example NOT LIKE 'SELECT %';
PRAGMA trusted_schema = ON;
SELECT throws('SELECT * FROM direct' || rowid, 'unsafe use of ' || name || '()',
              'and can''t be queried: '
              || signature) FROM assay_functions
WHERE NOT deterministic AND kind = 'scalar' AND example NOT LIKE 'SELECT %';

CREATE TABLE rounds(
  round TEXT PRIMARY KEY, c, s, a, v, r, recent INTEGER, contradictions INTEGER,
  age_days, query TEXT, hits INTEGER, half_life,
  gate INTEGER AS (gate_pass(c, s, a, v, r, recent, contradictions)) STORED,
  ci REAL AS (ci_score(c, s, a, v, r, 'equal', 'geometric')) STORED,
  tier TEXT AS (tier_of(v,
  'verification')) VIRTUAL CHECK (tier IS NULL OR tier_rank(tier) >= 0),
  penalty REAL AS (graduated_penalty(hits, query)) STORED CHECK (penalty <= 0),
  CHECK (age_days IS NULL OR recency_decay(age_days, half_life) IS NOT NULL));
CREATE INDEX by_gate ON rounds(gate_pass(c, s, a, v, r, recent, contradictions),
                               ci_score(c, s, a, v, r));
CREATE INDEX by_tier ON rounds(tier_of(v, 'verification'));
CREATE INDEX passing ON rounds(ci) WHERE gate_pass(c, s, a, v, r, recent,
contradictions) = 1;
INSERT INTO rounds(round, c, s, a, v, r, recent, contradictions, age_days, query, hits,
half_life)
VALUES ('R1', 0.95, 0.95, 0.90, 0.20, 0.95, 12, 0, 90, 'session token', 0, 90),
       ('R2', '0.90', ' 0.85 ', '8e-1', 0.85, 0.80, '12', '0', '90', 'session token',
       '1', 'ai_ml'),
       ('R3', 0.95, 0.90, 0.90, 0.90, 9.5, 12, 0, NULL, NULL, NULL, NULL);
SELECT results_eq('SELECT round, gate, tier, penalty FROM rounds ORDER BY round',
                  'VALUES (''R1'', 0, ''Low'', -0.8), (''R2'', 1, ''High'', -0.4),
                          (''R3'', 0, ''Elite'', 0.0)',
                  'generated columns');
SELECT results_eq('SELECT typeof(c), c, typeof(s), s, recent FROM rounds
                   WHERE round = ''R2''',
                  'SELECT ''text'', ''0.90'', ''text'', '' 0.85 '', 12',
                  'reading a text as a number leaves the row as it was');
SELECT results_eq(
  'SELECT round FROM rounds WHERE gate_pass(c, s, a, v, r, recent, contradictions) = 1',
  'VALUES (''R2'')', 'a query by an indexed expression');
SELECT results_eq(
  'SELECT round FROM rounds INDEXED BY by_gate
   WHERE gate_pass(c, s, a, v, r, recent, contradictions) = 1', 'VALUES (''R2'')',
  'through its index');
SELECT results_eq(
  'SELECT round FROM rounds INDEXED BY by_tier
   WHERE tier_of(v, ''verification'') = ''Low''',
  'VALUES (''R1'')', 'by tier');
SELECT results_eq(
  'SELECT round FROM rounds INDEXED BY passing
   WHERE gate_pass(c, s, a, v, r, recent,
   contradictions) = 1 AND ci > 0.5', 'VALUES (''R2'')',
  'through the partial index');
SELECT throws('INSERT INTO rounds(round, age_days) VALUES (''R9'', ''n/a'')',
              'CHECK constraint failed%', 'a CHECK refuses an age that is no number');
SELECT lives('UPDATE rounds SET v = 0.9 WHERE round = ''R1''; REINDEX', 'an update');
SELECT results_eq('SELECT round, gate, tier FROM rounds INDEXED BY by_gate
   WHERE gate_pass(c, s, a, v, r, recent, contradictions) = 1 ORDER BY round',
  'VALUES (''R1'', 1, ''Elite''), (''R2'', 1, ''High'')',
  'moves the row in index and columns');
SELECT results_eq('SELECT quick_check FROM pragma_quick_check', 'VALUES (''ok'')',
                  'indexes, columns and CHECKs agree');
