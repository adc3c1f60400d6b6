-- Tries window frames that outgrow their first block of memory, and texts and blobs
-- as the rounds' ids.
CREATE TABLE rounds(n INTEGER PRIMARY KEY, name TEXT, report BLOB);
INSERT INTO rounds
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20)
  SELECT n, printf('round %d', n), zeroblob(n) FROM numbers;

-- best_round stores a round only if it can still become the best of a frame. Here the
-- score 1.0 / n falls from row to row, so best_round must store every round: the earlier,
-- better rounds leave the frame first.
SELECT best_round(name, 1, 1.0 / n) FROM rounds;
SELECT best_round(report, name, 1, 1.0 / n) FROM rounds;
SELECT n, best_round(report, name, 1, 1.0 / n)
            OVER (ORDER BY n ROWS BETWEEN 9 PRECEDING AND CURRENT ROW) FROM rounds;
SELECT n, best_round(n, 0.9, 0.9, 0.9, 0.9, 1.0 / n, 12, 0, 'equal')
            OVER (ORDER BY n ROWS BETWEEN 3 PRECEDING AND 2 FOLLOWING
                  EXCLUDE CURRENT ROW) FROM rounds;

-- The weights differ from row to row, and are malformed in the last row.
SELECT n, ci_score(0.1, 0.2, 0.3, 0.4, 0.5,
                   CASE WHEN n < 20 THEN json_array(1, 2, 3, 4, n) ELSE '[1, 2]' END)
  FROM rounds;

-- A statement reads the floors of tier_of and the deltas of graduated_penalty once if all
-- are constant, otherwise in every row.
SELECT n, tier_of(n / 20.0, 0.9, 0.7, 0.5), tier_of(0.5, 1, 0.7, n / 40.0),
          graduated_penalty(n, 3, 5.5, -1, -0.5, -0.1) FROM rounds;

-- SQLite allocates the bytes of a zeroblob() only when a function reads them.
SELECT ci_score(0.1, 0.2, 0.3, 0.4, 0.5, zeroblob(40));
SELECT best_round(zeroblob(5), 1, 0.5), best_round(zeroblob(9), zeroblob(5), 1, 0.5);

SELECT gate_report('{"coverage": 0.9, "recency": "0.8", "x": [{}], "regression": true}'),
       ci_score('{"coverage": 0.5}', '[1, 2, 3, 4, 5]'), gate_pass(NULL), gate_pass('{');
SELECT best_round(name, '{"coverage":' || 1.0 / n || '}'),
       stop_report(name, '{"coverage":' || 1.0 / n || '}', 1, n % 2 + 4, 0.75, 10)
  FROM rounds;
SELECT stop_round(name, json_object('coverage', 1.0 / n)) OVER few,
       round_acceptability(name, json_object('coverage', 1.0 / n), 8) OVER few,
       weight_stability(name, json_object('coverage', 1.0 / n), 'equal') OVER few
  FROM rounds WINDOW few AS (ORDER BY n ROWS BETWEEN 3 PRECEDING AND CURRENT ROW);

-- The stop policy's arguments can differ between window frames. In the second statement
-- they differ in one group, which is a mistake.
SELECT n, stop_action(n, 0.7, 0.6, 0.6, 0.6, 0.6, 12, 0, 1, n, 0.75, 10)
            OVER (ORDER BY n RANGE BETWEEN 0 PRECEDING AND 0 PRECEDING) FROM rounds;
SELECT stop_report(n, 1, 1, 1, 1, 1, 12, 0, n, 4, 0.75, 10) FROM rounds;

SELECT stop_round(zeroblob(n * 500), 1, 1, 1, 1, 1, 12, 0) FROM rounds;

