-- Tests how assay reads settings on Windows, which has other file names, kinds of files
-- and environment variables. The script windows.sh makes the files, and runs this file in
-- their folder.

SELECT throws('SELECT assay_load(''nowhere.yaml'')',
  'nowhere.yaml: cannot be read: No such file or directory', 'no file');
SELECT throws('SELECT assay_load(''no/where.yaml'')',
  'no/where.yaml: cannot be read: No such file or directory', 'no folder');
SELECT throws('SELECT assay_load(''a<b>?.yaml'')',
  'a<b>?.yaml: cannot be read: No such file or directory',
  'a text that cannot be a name');
SELECT throws('SELECT assay_load(CAST(x''ff'' AS TEXT))',
  '%: cannot be read: %byte%', 'a text that is not UTF-8');
SELECT throws('SELECT assay_load(''.'')', '.: not a regular file', 'a folder');
SELECT throws('SELECT assay_load(''NUL'')', 'NUL: not a regular file', 'a device');
SELECT throws('SELECT assay_load(''CON'')', 'CON: %', 'the console is not waited for');
SELECT throws('SELECT assay_load(''\\.\pipe\nobody'')',
  '\\.\pipe\nobody: cannot be read: No such file or directory', 'a pipe is refused, too');
SELECT throws('SELECT assay_load(''large.yaml'')',
  'large.yaml: larger than 1 MiB', 'one byte more than 1 MiB');
SELECT throws('SELECT assay_load(''end.yaml'')',
  'end.yaml:2:1: %', 'Ctrl-Z is a byte as any, not the end of the file');

SELECT is_eq(assay_load('Prüfung 设置 🌱.yaml'), 1, 'a name that no code page has');
SELECT is_eq((SELECT value FROM assay_settings WHERE key LIKE '%.patience'), 4,
  'whose settings are in force');
SELECT is_eq((SELECT origin FROM assay_settings WHERE key LIKE '%.patience'),
  'Prüfung 设置 🌱.yaml:3', 'lines that end as on Windows are lines');

SELECT is_eq(assay_load_env(), 1, 'a variable of the environment');
SELECT is_eq((SELECT value FROM assay_settings WHERE key LIKE '%.tier0_delta'), -0.9,
  'which is in force');
SELECT is_eq((SELECT group_concat(message, ' | ') FROM assay_warnings),
  'KIRI_PATH_PENALTY must be 0 or 1, got ''jä 🌱''; ignored',
  'another is quoted in UTF-8');
