-- Compares binomial_upper and binomial_lower with qbeta() of R 4.2.2: qbeta(confidence, k
-- + 1, n - k) and qbeta(1 - confidence, k, n - k + 1).

CREATE TABLE seen(k, n, confidence, upper, lower);
INSERT INTO seen VALUES
  (0, 29, 0.95, 0.098144627677295704, 0),
  (1, 29, 0.95, 0.15339202452618272, 0.0017671710005495367),
  (3, 50, 0.95, 0.14783717636418126, 0.016551859189231355),
  (3, 50, 0.975, 0.16548194660377291, 0.012548587835334061),
  (29, 29, 0.95, 1, 0.9018553723227043),
  (47, 50, 0.95, 0.9834481408107687, 0.85216282363581874),
  (50, 50, 0.95, 1, 0.94184492088302774),
  (5, 5000, 0.9, 0.0018541419131483628, 0.00048659449221396183),
  (999, 1000, 0.99, 0.99998994971465094, 0.99338033160435135),
  (500000, 1000000, 0.95, 0.50082292605052303, 0.49917707394947702),
  (2, 3, 0.2, 0.58480354764257314, 0.71285927458325959),
  (300, 400, 0.999, 0.81350670456386243, 0.67797243534435481);
SELECT near(binomial_upper(k, n, confidence) / upper, 1, 1e-12,
            k || ' of ' || n || ', ' || confidence || ': upper') FROM seen;
SELECT near(binomial_lower(k, n, confidence) - lower, 0, 1e-12 * lower,
            k || ' of ' || n || ', ' || confidence || ': lower') FROM seen;
SELECT is_eq(binomial_upper(k, n), binomial_upper(k, n, 0.95),
             'the default confidence is .95')
FROM seen WHERE n = 50;
SELECT is_eq(binomial_lower(k, n), binomial_lower(k, n, '0.95'), 'of either')
FROM seen WHERE n = 50;

SELECT is_eq(binomial_upper(0, 0), 1.0, 'of none: 1');
SELECT is_eq(binomial_lower(0, 0), 0.0, 'and 0');
SELECT is_eq(binomial_upper(7, '7.0'), 1.0, 'all of them: 1; a count may be TEXT');
SELECT is_eq(binomial_lower(0, 7), 0.0, 'none of them: 0');
SELECT is_eq(binomial_upper(3, 7, 1), 1.0, 'certainty');
SELECT is_eq(binomial_lower(3, 7, 1), 0.0, 'of either');
SELECT is_eq(binomial_upper(3, 7, 0), 0.0, 'no confidence');
SELECT is_eq(binomial_lower(3, 7, 0), 1.0, 'of either');
SELECT is_eq(count(binomial_upper(column1, column2)) + count(binomial_lower(column1,
             column2)),
             0, 'k above n, or a value that is not a count: NULL')
FROM (VALUES (8, 7), (NULL, 7), (1, NULL), (-1, 7), (1, -7), (1.5, 7), (1, 7.5), ('x', 7),
             (1, x'37'), (1, 9e999));
SELECT is_eq(min(binomial_upper(k, 1000) > binomial_lower(k, 1000)
                 AND k / 1000.0 BETWEEN binomial_lower(k, 1000) AND binomial_upper(k,
                 1000)),
             1, 'the share lies between them')
FROM (WITH RECURSIVE n(k) AS (VALUES (0) UNION ALL SELECT k + 1 FROM n WHERE k < 1000)
      SELECT k FROM n);
SELECT is_eq(min(upper > before), 1, 'more seen, a higher bound')
FROM (SELECT binomial_upper(k, 200) AS upper,
             lag(binomial_upper(k, 200), 1, 0) OVER (ORDER BY k) AS before
      FROM (WITH RECURSIVE n(k) AS (VALUES (0) UNION ALL SELECT k + 1
             FROM n WHERE k < 199)
            SELECT k FROM n));
SELECT near(binomial_upper(1, 9007199254740992) * 9007199254740992, 4.743864518390577,
             1e-11,
            'one of 2^53: the bound of Poisson');

SELECT throws('SELECT binomial_upper(1, 2, 1.5)',
  'binomial_upper: confidence must be a number in 0..1, got 1.5', 'above 1');
SELECT throws('SELECT binomial_lower(1, 2, ''high'')',
  'binomial_lower: confidence must be a number in 0..1, got ''high''', 'a word');
SELECT throws('SELECT binomial_lower(NULL, 2, NULL)',
  'binomial_lower: confidence must be a number in 0..1, got NULL',
  'NULL, whatever k is');
