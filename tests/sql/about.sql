-- Tests assay_version(), assay_debug() and the table assay_functions.
SELECT ok(assay_version() GLOB '[0-9]*.[0-9]*.[0-9]*', 'a version');
SELECT is_eq(typeof(assay_version()), 'text', 'as text');

-- Each fact about the build is on its own line.
SELECT ok(assay_debug() LIKE '%' || column1 || '%',
          'assay_debug names ' || trim(column1, char(10)))
FROM (VALUES ('assay ' || assay_version() || char(10)),
             (char(10) || 'sqlite compiled against 3.'),
             (', running ' || sqlite_version() || char(10)), (char(10) || 'libyaml '),
             (char(10) || 'compiler '), (char(10) || 'flags '));
SELECT is_eq(length(assay_debug()) - length(replace(assay_debug(), char(10), '')), 4,
             'five lines');

-- The table assay_functions exists without CREATE TABLE.
SELECT results_eq('SELECT name FROM pragma_table_info(''assay_functions'')',
                  'VALUES (''name''), (''signature''), (''kind''), (''deterministic''),
                          (''help''), (''example''), (''answer''), (''module''),
                          (''task'')',
                  'its columns');
SELECT is_eq(count(*), count(DISTINCT rowid), 'each with a rowid') FROM assay_functions;
SELECT is_eq(max(rowid), count(*), 'counted from 1') FROM assay_functions;
SELECT is_eq(count(*), 0, 'each answers somebody''s question')
FROM assay_functions WHERE coalesce(task, '') = '';
SELECT is_eq(count(DISTINCT task), 1, 'one question a module: ' || module)
FROM assay_functions GROUP BY module;
SELECT is_eq(count(DISTINCT signature), count(*), 'each with a signature of its own')
FROM assay_functions;
SELECT results_eq('SELECT signature FROM assay_functions WHERE rowid = 1',
                  'SELECT ''recency_decay(age_days)''', 'the first by its rowid');
SELECT is_eq(count(*), 0, 'every cell is filled') FROM assay_functions
WHERE name IS NULL OR signature IS NULL OR kind NOT IN ('scalar', 'aggregate', 'table')
   OR deterministic NOT IN (0, 1) OR help IS NULL OR example IS NULL OR module IS NULL;
SELECT is_eq(count(*), 0,
             'each help is one line without a full stop') FROM assay_functions
WHERE help LIKE '%.' OR instr(help, char(10)) > 0 OR length(help) > 100;
SELECT is_eq(count(*), 0, 'each signature begins with its name') FROM assay_functions
WHERE signature NOT LIKE name || '(%' AND signature NOT LIKE 'table ' || name || '%';
SELECT is_eq(count(*), 2 * (SELECT count(*) FROM assay_functions), 'joined with itself')
FROM assay_functions AS a, assay_functions AS b WHERE b.rowid <= 2;

-- In tables without parameters, a WHERE with IS finds the rows that = finds.
SELECT is_eq((SELECT assay_load_yaml('novelty: 1')), 0,
             'a warning, so that no table is empty');
SELECT results_eq('SELECT count(*) > 0 FROM ' || f.name || ' WHERE ' || c.name || ' IS '
                  || '(SELECT max(' || c.name || ') FROM ' || f.name || ')',
                  'SELECT 1', 'IS finds a row of ' || f.name)
FROM assay_functions AS f, pragma_table_info(f.name) AS c
WHERE f.kind = 'table' AND f.signature NOT LIKE '%(%' AND c.cid = 0;
SELECT throws('INSERT INTO assay_functions(name) VALUES (''x'')', '%may not be modified%',
              'the table is read-only');
SELECT throws('CREATE VIRTUAL TABLE mine USING assay_functions',
              'no such module: assay_functions',
              'and can''t be created again');
