-- Tests the functions of tiers (ADR-007 section 4.1).

SELECT results_eq(
  'SELECT tier_meets(column1, ''HIGH''), high_floor(''hard'', column2) FROM
     (VALUES (''Elite'', ''coverage''), (''Low'', ''recency''), (''High'', NULL))',
  'SELECT tier_meets(column1, column3), high_floor(column4, column2) FROM
     (VALUES (''Elite'', ''coverage'', ''HIGH'', ''hard''),
             (''Low'', ''recency'', ''HIGH'', ''hard''),
             (''High'', NULL, ''HIGH'', ''hard''))',
  'constant names over rows');

-- A score equal to a floor reaches the floor's tier. By default all dimensions have the
-- same floors.
CREATE TABLE bounds(score, tier);
INSERT INTO bounds VALUES
  (1, 'Elite'), (1.0, 'Elite'), (0.90, 'Elite'), (0.8999999999999999, 'High'),
  (0.75, 'High'), (0.7499999999999999, 'Medium'),
  (0.50, 'Medium'), (0.4999999999999999, 'Low'), (0, 'Low'), (0.0, 'Low'), (-0.0, 'Low');
CREATE TABLE dimensions(name);
INSERT INTO dimensions VALUES
  ('coverage'), ('source_quality'), ('agreement'), ('verification'), ('recency'),
  ('RECENCY'), ('of my own'), (''), (NULL), (7), (x'00');
SELECT is_eq(tier_of(score), tier, 'tier_of(' || score || ')') FROM bounds;
SELECT is_eq(tier_of(score, name), tier, 'tier_of('
             || score || ', ' || quote(name) || ')')
FROM dimensions, bounds;

-- A number as TEXT is a number (R2). A value that is not a score has no tier (R1, R3).
SELECT is_eq(tier_of(column1), 'High', 'a score: ' || quote(column1))
FROM (VALUES (0.8), ('0.80'), (' 0.8 '), ('8e-1'), ('.8'), ('+0.8'));
SELECT is_eq(tier_of(column1), NULL, 'no score: ' || quote(column1))
FROM (VALUES (NULL), (''), (' '), ('n/a'), ('0.8x'), (x'302e38'), (9.5),
             (1.0000000000000002),
             (-0.1), (-1), (9e999), (-9e999), ('9e999'), ('0x1'), ('High'));
SELECT is_eq(tier_of(9.5, 'coverage'), NULL, '9.5 on a scale that ends at 1');

-- The dimension recency_days takes days instead of a score. Its floors are 90, 60 and 30,
-- and it has no upper bound.
SELECT is_eq(tier_of(column1, 'recency_days'), column2, column1 || ' days')
FROM (VALUES (90, 'Elite'), (89.9, 'High'), (60, 'High'), (59, 'Medium'), (30, 'Medium'),
             (29, 'Low'), (0, 'Low'), (1e9, 'Elite'), ('120', 'Elite'), (-1,
             NULL), ('', NULL),
             (9e999, NULL));
SELECT is_eq(tier_of(60, 'Recency_Days'), 'High', 'in any case (R8)');

SELECT is_eq(tier_of(column1, 0.95, 0.8, 0.6), column2, column1 || ' under .95, .80, .60')
FROM (VALUES (0.95, 'Elite'), (0.94, 'High'), (0.8, 'High'), (0.79, 'Medium'),
             (0.6, 'Medium'), (0.59, 'Low'), (1.5, NULL));
SELECT is_eq(tier_of(0.5, 0.5, 0.5, 0.5), 'Elite', 'equal floors');
SELECT is_eq(tier_of(0.8, '0.95', ' 0.8', '6e-1'), 'High', 'floors as text');

CREATE TABLE floors(elite, high, medium, a, b, c, d);
INSERT INTO floors VALUES
  (0.9, 0.7, 0.5, 'High', 'High', 'High', 'High'),
  (0.8, 0.8, 0.6, 'Elite', 'High', 'High', 'Elite'),
  (0.95, 0.85, 0.7, 'High', 'Medium', 'High', 'Medium'),
  (0.9, 0.7, 0.5, 'High', 'High', 'High', 'High');
SELECT is_eq(tier_of(0.8, elite, 0.7, 0.5), a, 'Elite from ' || elite) FROM floors;
SELECT is_eq(tier_of(0.8, 0.9, high, 0.5), b, 'High from ' || high) FROM floors;
SELECT is_eq(tier_of(0.8, 0.9, 0.75, medium), c, 'Medium from ' || medium) FROM floors;
SELECT is_eq(tier_of(0.8, elite, high, medium), d, 'all floors by row') FROM floors;
SELECT is_eq(tier_of(elite, 0.9, 0.8, 0.5) || tier_of(elite, 0.95, 0.85, 0.5),
             CASE elite WHEN 0.8 THEN 'HighMedium' WHEN 0.95 THEN 'EliteElite'
                        ELSE 'EliteHigh' END, 'two calls with constant floors')
FROM floors;

-- Ranks: Elite is 3, High 2, Medium 1, Low 0; upper and lower case do not matter (R8).
SELECT is_eq(tier_rank(column1), column2, 'the rank of ' || quote(column1))
FROM (VALUES ('Elite', 3), ('High', 2), ('Medium', 1), ('Low', 0), ('eLITE', 3),
             ('low', 0),
             (NULL, NULL));

WITH tiers(tier, position) AS (VALUES ('Low', 0), ('Medium', 1), ('High', 2),
                                      ('Elite', 3))
SELECT is_eq(tier_meets(a.tier, b.tier), a.position >= b.position,
             a.tier || ' against ' || b.tier)
FROM tiers AS a, tiers AS b;
SELECT is_eq(tier_meets(tier_of(0.9), 'high'), 1, 'a tier from a score');
SELECT is_eq(tier_meets(tier_of(9.5), 'Low'), 0, 'a missing tier meets nothing (R3)');
SELECT is_eq(tier_meets(NULL, 'Low'), 0, 'NULL gives none either');
SELECT is_eq(tier_meets('Elite', NULL), 0, 'nothing meets a missing minimum (R3)');
SELECT is_eq(tier_meets(NULL, NULL), 0, 'not even NULL');
