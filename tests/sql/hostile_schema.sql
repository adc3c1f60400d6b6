-- Tests a database file from a stranger. Its views, triggers, generated columns and
-- CHECKs may call every deterministic function, but no function that reads a file,
-- changes settings or runs SQL (rule R4). The test takes its calls from the table
-- assay_functions, so it covers every new function. tests/property/hostile_file.c opens
-- files that another program made.
PRAGMA trusted_schema = OFF;

CREATE TEMP TABLE target AS
  SELECT rowid AS id, name, kind, deterministic AS harmless, signature,
         CASE WHEN signature LIKE '%()' OR signature NOT LIKE '%(%' THEN 0
              ELSE 1 + length(signature) - length(replace(signature, ',', ''))
         END AS arguments,
         kind = 'table' AND signature LIKE '%sql%' AS runs_sql,
         example LIKE 'SELECT %' AS is_query,
         -- SQLite can refuse json_extract() in an untrusted schema.
         replace(example, 'json_extract(', 'coalesce(') AS example
  FROM assay_functions;

-- `call` is a call such as f(NULL, NULL), or only the name of a table without arguments.
CREATE TEMP TABLE hostile AS
  SELECT *, name || CASE WHEN arguments = 0 AND kind = 'table' THEN ''
                         WHEN arguments = 0 THEN '()'
                         ELSE '(' || substr(replace(hex(zeroblob(arguments)),
                                                    '00', ', NULL'), 3)
                              || ')' END AS call
  FROM target;

CREATE TEMP TABLE before(settings);
SELECT lives('INSERT INTO before SELECT assay_settings_hash()',
             'the settings have a digest')
FROM target WHERE name = 'assay_settings_hash' AND arguments = 0;

SELECT note('-- functions that are not for a schema are refused in every place of it');

SELECT throws('CREATE VIEW view_' || id || ' AS SELECT ' || call || ' AS x;'
              || 'SELECT x FROM view_' || id, 'unsafe use of ' || name || '()',
              'a view does not call ' || signature)
FROM hostile WHERE NOT harmless AND kind <> 'table';

SELECT throws('CREATE TABLE fired_' || id || '(x);'
              || 'CREATE TRIGGER trigger_' || id || ' AFTER INSERT ON fired_' || id
              || ' BEGIN SELECT ' || call || '; END;'
              || 'INSERT INTO fired_' || id || ' VALUES (1)',
              'unsafe use of ' || name || '()', 'a trigger does not call ' || signature)
FROM hostile WHERE NOT harmless AND kind <> 'table';

SELECT throws('CREATE TABLE generated_' || id || '(x, y AS (' || call || '));'
              || 'INSERT INTO generated_' || id || ' VALUES (1);'
              || 'SELECT y FROM generated_' || id, '%unsafe use of ' || name || '()',
              'a generated column does not call ' || signature)
FROM hostile WHERE NOT harmless AND kind = 'scalar';

SELECT throws('CREATE TABLE checked_' || id || '(x CHECK (' || call || ' IS NULL));'
              || 'INSERT INTO checked_' || id || ' VALUES (1)',
              '%unsafe use of ' || name || '()',
              'a CHECK does not call ' || signature)
FROM hostile WHERE NOT harmless AND kind = 'scalar';

SELECT throws('CREATE TABLE defaulted_' || id || '(x, y DEFAULT (' || call || '));'
              || 'INSERT INTO defaulted_' || id || '(x) VALUES (1)',
              '%unsafe use of ' || name || '()',
              'a DEFAULT does not call ' || signature)
FROM hostile WHERE NOT harmless AND kind = 'scalar';

SELECT throws('CREATE TABLE indexed_' || id || '(x);'
              || 'CREATE INDEX index_' || id || ' ON indexed_' || id || '(' || call
              || ')', '%unsafe use of ' || name || '()',
              'an index does not call ' || signature)
FROM hostile WHERE NOT harmless AND kind = 'scalar';

SELECT throws('CREATE TABLE partial_' || id || '(x);'
              || 'CREATE INDEX part_' || id || ' ON partial_' || id || '(x) WHERE '
              || call || ' IS NULL', '%unsafe use of ' || name || '()',
              'a partial index does not call ' || signature)
FROM hostile WHERE NOT harmless AND kind = 'scalar';

SELECT throws('CREATE VIEW table_' || id || ' AS SELECT * FROM ' || call || ';'
              || 'SELECT * FROM table_' || id,
              'unsafe use of virtual table "' || name || '"',
              'a view does not read ' || signature)
FROM hostile WHERE NOT harmless AND kind = 'table';

SELECT throws('CREATE TABLE copied_' || id || '(x);'
              || 'CREATE TRIGGER copy_' || id || ' AFTER INSERT ON copied_' || id
              || ' BEGIN INSERT INTO copied_' || id || ' SELECT 1 FROM ' || call
              || '; END; INSERT INTO copied_' || id || ' VALUES (1)',
              'unsafe use of virtual table "' || name || '"',
              'a trigger does not copy ' || signature)
FROM hostile WHERE NOT harmless AND kind = 'table';

SELECT is_eq((SELECT count(*) FROM hostile WHERE harmless AND runs_sql), 0,
             'functions that run SQL are among them');

SELECT note('-- nor are they called when the schema was written by hand');

PRAGMA writable_schema = ON;
INSERT INTO sqlite_master(type, name, tbl_name, rootpage, sql)
  SELECT 'view', 'forged_' || id, 'forged_' || id, 0,
         'CREATE VIEW forged_' || id || ' AS SELECT ' || call || ' AS x'
  FROM hostile WHERE NOT harmless AND kind <> 'table';
PRAGMA writable_schema = RESET;
SELECT CASE WHEN sqlite_version() LIKE '3.31.%'
            THEN skip(1, 'SQLite 3.31 reads a forged schema only when it is opened again')
            ELSE throws('SELECT x FROM forged_' || id, 'unsafe use of ' || name || '()',
                        'a forged view does not call ' || signature) END
FROM hostile WHERE NOT harmless AND kind <> 'table';

SELECT note('-- trusting the schema changes nothing about them');

PRAGMA trusted_schema = ON;
SELECT CASE WHEN sqlite_version() LIKE '3.31.%'
            THEN skip(1, 'SQLite 3.31 reads a forged schema only when it is opened again')
            ELSE throws('SELECT x FROM forged_' || id, 'unsafe use of ' || name || '()',
                        'a trusted view does not call ' || signature) END
FROM hostile WHERE NOT harmless AND kind <> 'table';
PRAGMA trusted_schema = OFF;

SELECT note('-- every rule can be called from an untrusted schema, and harms nothing');

SELECT lives('CREATE VIEW rule_' || id || ' AS '
             || CASE WHEN is_query THEN example ELSE 'SELECT ' || example END || ';'
             || 'SELECT * FROM rule_' || id, 'a view calls ' || signature)
FROM hostile WHERE harmless;

SELECT lives('CREATE TABLE ruled_' || id || '(x, y AS (' || example || '),'
             || ' CHECK ((' || example || ') IS (' || example || ')));'
             || 'INSERT INTO ruled_' || id || ' VALUES (NULL);'
             || 'CREATE INDEX ruled_index_' || id || ' ON ruled_' || id || '(x, ('
             || example || ')) WHERE (' || example || ') IS NOT NULL;'
             || 'SELECT y FROM ruled_' || id,
             'columns, CHECKs and indexes call ' || signature)
FROM hostile WHERE harmless AND kind = 'scalar' AND NOT is_query;

SELECT note('-- names of ours in a stranger''s schema deceive only who reads them');

CREATE TABLE assay_functions(name, signature);
SELECT is_eq((SELECT count(*) FROM assay_functions), 0,
             'a table of that name comes first');
SELECT lives('SELECT assay_version(), assay_debug()', 'functions are not to be shadowed');

SELECT lives('SELECT assay_settings_hash() FROM before',
             'the digest can be asked for again')
FROM target WHERE name = 'assay_settings_hash' AND arguments = 0;
SELECT is_eq((SELECT count(*) FROM before), (SELECT count(*) FROM target
                                             WHERE name = 'assay_settings_hash'
                                               AND arguments = 0),
             'there is a digest to compare with if there is a loader');
SELECT results_eq('SELECT settings FROM before', 'SELECT assay_settings_hash()',
                  'and nothing has changed the settings')
FROM target WHERE name = 'assay_settings_hash' AND arguments = 0;
