-- The gate in SQL: ADR-007 section 4.2. gate_pass never returns NULL. A missing number
-- fails its condition (R3).

CREATE TABLE good(c, s, a, v, r, n, k);
INSERT INTO good VALUES (0.75, 0.75, 0.75, 0.75, 0.75, 10, 0);
SELECT is_eq(gate_pass(c, s, a, v, r, n, k), 1, 'every floor is inclusive') FROM good;
SELECT is_eq(gate_pass(0.90, 0.85, 0.80, 0.85, 0.80, 12, 0), 1, 'nominal');
SELECT is_eq(gate_pass(0.95, 0.95, 0.90, 0.20, 0.95, 12, 0), 0, 'a masked failure');
SELECT is_eq(gate_pass(0.40, 0.40, 0.40, 0.40, 0.40, 12, 0), 0, 'a true failure');
SELECT is_eq(gate_pass(1, 1, 1, 1, 1, 12, 1), 0, 'a contradiction');
SELECT is_eq(gate_pass(1, 1, 1, 1, 1, 9, 0), 0, 'nine recent sources');

-- Each dimension in turn has a value that is not a High score. High scores of other
-- dimensions do not compensate for it.
CREATE TABLE no_high(datum);
INSERT INTO no_high VALUES (0.7499999999999999), (0), (NULL), (''), ('n/a'), (x'30'),
(x''),
  (9.5), (-1), (1.0000000000000002), (9e999), (-9e999), ('9e999'), ('nan'), ('0.9x'),
  ('0,9'), (x'302e39'), (zeroblob(3));
SELECT is_eq(gate_pass(datum, 1, 1, 1, 1, 12, 0) + gate_pass(1, datum, 1, 1, 1, 12, 0) +
             gate_pass(1, 1, datum, 1, 1, 12, 0) + gate_pass(1, 1, 1, datum, 1, 12, 0) +
             gate_pass(1, 1, 1, 1, datum, 12, 0), 0, 'no High score: ' || quote(datum))
FROM no_high;
SELECT is_eq(gate_pass(1, 1, datum, 1, 1, 12, 0, 0, 10),
             coalesce(datum IN (0, 0.7499999999999999), 0),
             'at a floor of 0 only a score passes: ' || quote(datum))
FROM no_high;
SELECT is_eq(gate_pass(datum, datum, datum, datum, datum, 12, 0), 1,
             'High: ' || quote(datum))
FROM (SELECT column1 AS datum FROM (VALUES (0.75), ('0.80'), (' 0.8 '), ('8e-1'), (1),
                                           ('1')));

-- Counts are whole numbers >= 0. A round with a missing count never passes.
SELECT is_eq(gate_pass(1, 1, 1, 1, 1, column1, 0), 1, 'sources ' || quote(column1))
FROM (VALUES (10), (12.0), ('12'), (' 12 '), ('1.2e1'), (1e300), (9223372036854775807));
SELECT is_eq(gate_pass(1, 1, 1, 1, 1, column1, 0), 0, 'no sources: ' || quote(column1))
FROM (VALUES (NULL), (''), ('n/a'), (12.7), ('12.7'), (-12), (x'3132'), (9e999), (-9e999),
             ('9e999'), ('12 or so'), (9.999999));
SELECT is_eq(gate_pass(1, 1, 1, 1, 1, 12, column1), 1,
             'no contradiction: ' || quote(column1))
FROM (VALUES (0), (0.0), ('0'), (' 0 '), (-0.0), ('0e5'));
SELECT is_eq(gate_pass(1, 1, 1, 1, 1, 12, column1), 0, 'vetoed by ' || quote(column1))
FROM (VALUES (1), (NULL), (''), ('none'), ('false'), (0.5), (-1), (x'30'), (x''), (9e999),
             (-9e999), (5e-324));

-- A round with a regression fails. Only 0 means that there was no regression.
SELECT is_eq(gate_pass(1, 1, 1, 1, 1, 12, 0, column1), column2,
             'regression ' || quote(column1))
FROM (VALUES (0, 1), (0.0, 1), ('0', 1), (1, 0), ('1', 0), (NULL, 0), ('', 0), ('no', 0),
             (0.5, 0), (2, 0), (-1, 0), (x'30', 0), (9e999, 0));

-- A call may state the High floor and the least number of sources.
SELECT is_eq(gate_pass(0.7, 0.7, 0.7, 0.7, 0.7, 5, 0, column1, column2), column3,
             'floor ' || quote(column1) || ', count ' || quote(column2))
FROM (VALUES (0.7, 5, 1), ('0.70', '5', 1), (0.71, 5, 0), (0.7, 6, 0), (0, 0, 1),
             (1, 0, 0));
SELECT is_eq(gate_pass(NULL, 1, 1, 1, 1, 5, 0, 0, 0), 0,
             'missing fails under floor 0 too (R3)');
SELECT is_eq(gate_pass(1, 1, 1, 1, 1, NULL, 0, 0, 0), 0,
             'as do missing sources under count 0');

-- gate_pass_legacy is the old gate: it compares only the index with .80, not each score.
-- An index of 0.79 does not pass.
SELECT is_eq(gate_pass_legacy(column1, column2, column3), column4,
             'legacy ' || quote(column1) || ', '
             || quote(column2) || ', ' || quote(column3))
FROM (VALUES (0.80, 10, 0, 1), ('0.80', '10', '0', 1), (0.79, 10, 0, 0),
             (0.7999999999999999, 10, 0, 0),
             (0.80, 9, 0, 0), (0.80, 10, 1, 0), (NULL, 10, 0, 0), (0.9, NULL, 0, 0),
             (0.9, 10, NULL, 0), (9.5, 10, 0, 0), (0.9, 12.7, 0, 0),
             (0.9, 10, 'none', 0));
SELECT is_eq(gate_pass_legacy(0.79, 12, 0, 0.75), 1, 'a floor in the call');
SELECT is_eq(gate_pass_legacy(0.79, 12, 0, '0.8'), 0, 'a floor as text');
SELECT is_eq(gate_pass_legacy(ci_score(1, 1, 1, 0.2, 1), 12, 0), 1,
             'a round that the gate stops and the index lets pass');

-- One row has the score 9.5. This row fails, and the query continues.
CREATE TABLE rounds(round, c);
INSERT INTO rounds VALUES (1, 0.9), (2, 9.5), (3, NULL), (4, 'n/a'), (5, '0.90');
SELECT results_eq('SELECT round, gate_pass(c, 0.9, 0.9, 0.9, 0.9, 12, 0) FROM rounds
                   ORDER BY round',
                  'VALUES (1, 1), (2, 0), (3, 0), (4, 0), (5, 1)',
                  'dirty data and the query goes on');
