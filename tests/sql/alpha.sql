-- krippendorff_alpha: do judges agree?
--
-- The examples A, B and C and their answers come from Krippendorff, "Computing
-- Krippendorff's alpha-reliability" (2011).

-- Example A: two observers, two values, ten units, no missing data.
CREATE TABLE a(unit, value);
INSERT INTO a SELECT j.key, j.value FROM json_each('[0,1,0,0,0,0,0,0,1,0]') AS j
UNION ALL SELECT j.key, j.value FROM json_each('[1,1,1,0,0,1,0,0,0,0]') AS j;
SELECT near(krippendorff_alpha(unit, value, 'nominal'), 0.095, 5.1e-4, 'A: .095') FROM a;

-- Example B: two observers, many nominal values.
CREATE TABLE b(unit, value);
INSERT INTO b SELECT j.key, j.value
FROM json_each('["a","a","b","b","d","c","c","c","e","d","d","a"]') AS j
UNION ALL SELECT j.key, j.value
FROM json_each('["b","a","b","b","b","c","c","c","e","d","d","d"]') AS j;
SELECT near(krippendorff_alpha(unit, value, 'nominal'), 0.692, 5.1e-4, 'B: .692') FROM b;

-- Example C: four observers, five values, twelve units, missing data.
CREATE TABLE c(unit, value);
INSERT INTO c SELECT j.key, j.value
FROM (VALUES ('[1,2,3,3,2,1,4,1,2,null,null,null]'), ('[1,2,3,3,2,2,4,1,2,5,null,3]'),
             ('[null,3,3,3,2,3,4,2,2,5,1,null]'), ('[1,2,3,3,2,4,4,1,2,5,1,null]')) AS o,
     json_each(o.column1) AS j;
SELECT near(krippendorff_alpha(unit, value, column1), column2, 5.1e-4,
            'C: ' || column1 || ' ' || column2)
FROM c, (VALUES ('nominal', 0.743), ('ordinal', 0.815), ('interval', 0.849),
                ('ratio', 0.797)) GROUP BY column1;
SELECT is_eq(krippendorff_alpha(unit, value), krippendorff_alpha(unit, value, 'interval'),
             'without a level: interval') FROM c;
SELECT is_eq(krippendorff_alpha(unit, value), krippendorff_alpha(unit, value, NULL),
             'and for NULL') FROM c;
SELECT is_eq(krippendorff_alpha(unit, value, 'ordinal'),
             krippendorff_alpha(unit, value, 'ORDINAL'), 'in any case (R8)') FROM c;
SELECT is_eq(krippendorff_alpha(unit, value, 'ordinal'),
             krippendorff_alpha(unit, value * value * 10 - 7, 'ordinal'),
             'only the order counts for ordinal ones') FROM c;
SELECT near(krippendorff_alpha(unit, value),
            krippendorff_alpha(unit, value * 1e150 + 1e150), 1e-14,
            'interval: neither zero nor unit count') FROM c;
SELECT near(krippendorff_alpha(unit, value),
            krippendorff_alpha(unit, value * column1), 1e-14, 'by ' || column1)
FROM c, (VALUES (1e-300), (3e307)) GROUP BY column1;
SELECT near(krippendorff_alpha(unit, value, 'ratio'),
            krippendorff_alpha(unit, value * 3e307, 'ratio'), 1e-14,
            'ratio: no unit counts') FROM c;

-- Computed by hand: the units (0, 0), (1, 1) and (0, 1) of two values have the observed
-- disagreement 2 * 1 and the expected disagreement (36 - 9 - 9) / 5.
CREATE TABLE h(unit, value);
INSERT INTO h VALUES (1, 0), (1, 0), (2, 1), (2, 1), (3, 0), (3, 1);
SELECT near(krippendorff_alpha(unit, value, 'nominal'), 1 - 2 / 3.6, 1e-15, 'by hand')
FROM h;
SELECT near(krippendorff_alpha(unit, value, 'ratio'), 1 - 2 / 3.6, 1e-15,
            '0 and 1 are as far apart as can be for ratios') FROM h;

SELECT is_eq(krippendorff_alpha(column1, column2), 1.0, 'agreement')
FROM (VALUES (1, 5), (1, 5), (2, 7), (2, 7));
SELECT near(krippendorff_alpha(column1, column2), -0.5, 1e-15, 'disagreement by design')
FROM (VALUES (1, 0), (1, 1), (2, 0), (2, 1));
SELECT is_eq(krippendorff_alpha(column1, 0.1 + 0.2), NULL, 'nothing can disagree')
FROM (VALUES (1), (1), (2), (2), (2));
SELECT is_eq(krippendorff_alpha(column1, 0, 'ratio'), NULL,
             'ratios of 0 cannot disagree either')
FROM (VALUES (1), (1), (2));
SELECT is_eq(krippendorff_alpha(column1, column2), NULL, 'no unit has two values')
FROM (VALUES (1, 3), (2, 4), (3, 5));
SELECT is_eq((SELECT krippendorff_alpha(1, 1) WHERE 0), NULL, 'an empty group: NULL');
SELECT is_eq((SELECT krippendorff_alpha(unit, value) FROM
              (SELECT * FROM c UNION ALL VALUES (99, 100))),
             (SELECT krippendorff_alpha(unit, value) FROM c),
             'a unit with one value does not count');

CREATE TABLE wide AS
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 799)
SELECT i, i AS value FROM n UNION ALL SELECT i, i * 1.5 FROM n;
SELECT near((SELECT krippendorff_alpha(i, value, 'ratio') FROM wide),
  (SELECT 1 - 1599 * (SELECT sum(0.04 * 2) FROM wide WHERE value = i AND i > 0) /
          sum(CASE WHEN a.value + b.value > 0
                   THEN (a.value - b.value) * (a.value - b.value) * 1.0 /
                        ((a.value + b.value) * (a.value + b.value)) ELSE 0 END)
   FROM wide AS a, wide AS b), 1e-11, 'many ratios, by the definition');

-- Which values count as missing depends on the level (nominal ... ratio).
CREATE TABLE m(value);
INSERT INTO m VALUES (NULL), (x'31'), (9e999), (-9e999);
SELECT is_eq((SELECT krippendorff_alpha(unit, value, column1) FROM
              (SELECT * FROM h UNION ALL SELECT 3, m.value)),
             (SELECT krippendorff_alpha(unit, value, column1) FROM h),
             quote(m.value) || ' is missing: ' || column1)
FROM m, (VALUES ('nominal'), ('ordinal'), ('interval'), ('ratio'));
SELECT is_eq((SELECT krippendorff_alpha(unit, value, column1) FROM
              (SELECT * FROM h UNION ALL VALUES (3, 'x'), (3, ''))),
             (SELECT krippendorff_alpha(unit, value, column1) FROM h),
             'a text is missing: ' || column1)
FROM (VALUES ('ordinal'), ('interval'), ('ratio'));
SELECT is_eq((SELECT krippendorff_alpha(unit, value, 'ratio') FROM
              (SELECT * FROM h UNION ALL VALUES (3, -1), (3, -0.5))),
             (SELECT krippendorff_alpha(unit, value, 'ratio') FROM h),
             'a number below 0 has no ratio');
SELECT is_eq((SELECT krippendorff_alpha(unit, value) FROM
              (SELECT * FROM h UNION ALL VALUES (NULL, 5), (NULL, 6))),
             (SELECT krippendorff_alpha(unit, value) FROM h), 'no unit: left out');
SELECT ok(krippendorff_alpha(column1, column2, 'nominal') < 1, 'yes and Yes are two')
FROM (VALUES (1, 'yes'), (1, 'Yes'), (2, ''), (2, ''));
SELECT is_eq(krippendorff_alpha(1, value, 'nominal'), 0.0,
             'TEXT is compared as it is spelled: ''1'' is not ' || quote(spelling))
FROM (WITH spelled(spelling) AS (VALUES ('01'), (' 1'), ('1.0'), ('+1'), ('1e0'), (1))
      SELECT spelling, spelling AS value FROM spelled
      UNION ALL SELECT spelling, '1' FROM spelled)
GROUP BY typeof(spelling), spelling;
SELECT is_eq(krippendorff_alpha(1, column1, 'nominal'), NULL,
             '1 is 1.0: numbers by value')
FROM (VALUES (1), (1.0));
SELECT is_eq(krippendorff_alpha(1, column1), NULL,
             '''01'' is 1 where numbers are measured')
FROM (VALUES ('01'), (1));
SELECT is_eq(krippendorff_alpha(column1, column2, 'nominal'), 1.0,
             'units are any values: 1 and 1.0 are one, ''1'' and x''31'' are others')
FROM (VALUES (1, 'a'), (1.0, 'a'), ('1', 'b'), ('1', 'b'), (x'31', 'c'), (x'31', 'c'));
SELECT ok(krippendorff_alpha(column1, column2, column3) < 1,
          'long integers are told apart: ' || column3)
FROM (VALUES (1, 9007199254740993), (1, 9007199254740992), (2, 5), (2, 5)),
     (SELECT column1 AS column3 FROM (VALUES ('nominal'), ('ordinal')))
GROUP BY column3;
SELECT near(krippendorff_alpha(column1, column2), -0.5, 1e-15,
            'values that differ in their last digits only')
FROM (VALUES (1, 1e15), (1, 1e15 + 1), (2, 1e15), (2, 1e15 + 1));

-- Mistakes.
SELECT throws('SELECT krippendorff_alpha(unit, value, ''cardinal'') FROM c',
  'krippendorff_alpha: level must be one of nominal, ordinal, interval, ratio, '
  || 'got ''cardinal''', 'an unknown level');
SELECT throws('SELECT krippendorff_alpha(unit, value, unit > 2) FROM c',
  '%level must be one of nominal, ordinal, interval, ratio, got 0', 'no name');
SELECT throws('SELECT krippendorff_alpha(unit, value, CASE WHEN unit > 5 THEN ''ratio''
                ELSE ''Ordinal'' END) FROM c',
  'krippendorff_alpha: level must be the same in every row of a group, got ''ordinal'' '
  || 'and ''ratio''', 'two levels');
SELECT is_eq(krippendorff_alpha(column1, column2, column3), 1.0,
             'of a row that is skipped no level is read')
FROM (VALUES (1, 1, 'ratio'), (1, 1, 'ratio'), (2, 2, 'ratio'), (2, 2, 'ratio'),
             (NULL, 2, 'none'), (2, NULL, 'none'));

SELECT results_eq('SELECT krippendorff_alpha(unit, value) OVER (ORDER BY rowid
                   ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) FROM h',
                  'VALUES (NULL), (NULL), (NULL), (1.0), (NULL), (0.0)', 'sliding');
SELECT is_eq((SELECT krippendorff_alpha(unit, value, column1)
              FROM (SELECT * FROM c ORDER BY value DESC, unit)),
             (SELECT krippendorff_alpha(unit, value, column1)
              FROM (SELECT * FROM c ORDER BY rowid * 7 % 47)), 'any order: ' || column1)
FROM (VALUES ('nominal'), ('ordinal'), ('interval'), ('ratio'));

-- alpha_confidence is a jackknife: it leaves out one unit at a time. Alpha is 0 without
-- (0, 0), 0 without (1, 1), and 1 without (0, 1). The mean of the three alphas is 1/3, so
-- se^2 = 2/3 * (1/9 + 1/9 + 4/9). Student's t with 2 degrees of freedom is
-- 4.302652729749464.
SELECT is_eq(alpha_confidence(unit, value, 'nominal'),
  '{"units":3,"values":6,"alpha":0.4444444444444444,"se":0.6666666666666667,'
  || '"low":-2.423990708721859,"high":1}', 'the keys in their order (R6)') FROM h;
SELECT near(json_extract(alpha_confidence(unit, value), '$.low'),
            4 / 9.0 - 4.302652729749464 * 2 / 3, 1e-13,
            'by hand; interval gives the same')
FROM h;
SELECT is_eq(json_extract(alpha_confidence(unit, value, column1), '$.alpha'),
             krippendorff_alpha(unit, value, column1), 'alpha equals the answer of '
             || coalesce(column1, 'no level'))
FROM c, (VALUES ('nominal'), ('ordinal'), ('interval'), ('ratio'), (NULL))
GROUP BY column1;
SELECT is_eq(json_extract(alpha_confidence(unit, value), '$.units', '$.values'),
             '[11,40]', 'a unit with one observer does not count') FROM c;
SELECT is_eq(json_extract(alpha_confidence(unit, value, 'interval', unit), '$.se'),
             json_extract(alpha_confidence(unit, value), '$.se'),
             'units are the clusters where none is given') FROM c;
SELECT is_eq(json_extract(alpha_confidence(unit, value, NULL, unit / 4), '$.se')
             = json_extract(alpha_confidence(unit, value), '$.se'), 0,
             'clusters of units are others') FROM c;
SELECT is_eq(json_extract(alpha_confidence(unit, value, NULL, column1), '$.units', '$.se',
                          '$.low', '$.high'), '[11,null,null,null]',
             'one cluster has no interval: ' || quote(column1))
FROM c, (VALUES (1), (NULL)) GROUP BY column1;
SELECT is_eq(alpha_confidence(column1, column2),
  '{"units":2,"values":4,"alpha":1,"se":null,"low":null,"high":null}',
  'no spread where it makes no difference which unit is left out')
FROM (VALUES (1, 5), (1, 5), (2, 7), (2, 7));
SELECT is_eq(alpha_confidence(column1, column2),
  '{"units":1,"values":2,"alpha":0,"se":null,"low":null,"high":null}',
  'no error for one unit, too')
FROM (VALUES (1, 5), (1, 6), (2, 7));
SELECT is_eq(alpha_confidence(column1, column2),
  '{"units":0,"values":0,"alpha":null,"se":null,"low":null,"high":null}',
  'where nothing can disagree alpha is null') FROM (VALUES (1, 5), (2, 6));
SELECT is_eq(alpha_confidence(column1, column2), NULL, 'no row: NULL')
FROM (VALUES (NULL, 5), (2, NULL), (3, 'x'));
SELECT is_eq((SELECT alpha_confidence(1, 1) WHERE 0), NULL, 'an empty group: NULL');
SELECT is_eq(json_object('a', alpha_confidence(unit, value)),
             json_object('a', json(alpha_confidence(unit, value))),
             'it carries the JSON subtype') FROM h;
SELECT throws('SELECT alpha_confidence(unit, value, ''rank'') FROM h',
  'alpha_confidence: level must be one of nominal, ordinal, interval, ratio, '
  || 'got ''rank''', 'an unknown level');
SELECT throws('SELECT alpha_confidence(unit, value, CASE unit WHEN 1 THEN ''ratio'' END,
                                       1) FROM h',
  'alpha_confidence: level must be the same in every row of a group, got '
  || '''interval'' and ''ratio''', 'two levels');
SELECT results_eq('SELECT json_extract(alpha_confidence(unit, value) OVER
                     (ORDER BY rowid ROWS 3 PRECEDING), ''$.units'') FROM h',
                  'VALUES (0), (1), (1), (2), (1), (2)', 'over a frame');

-- Squares of these numbers are too large for doubles, so assay scales the numbers first.
SELECT near(krippendorff_alpha(column1, column2), 4.0 / 9, 1e-15,
            'the scale comes from the greatest number, not from the first')
FROM (VALUES (1, 1e300), (1, 0.0), (2, 0.0), (2, 0.0), (3, 1e300), (3, 1e300));
