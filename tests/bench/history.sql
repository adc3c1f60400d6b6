-- A history of research, with the same rows on every machine. `make history` writes it.
--
--   sqlite3 history.db < sql/schema.sql
--   sqlite3 history.db -cmd '.param set :runs 50000' < tests/bench/history.sql
--
-- On average a run has four rounds, and a round has ten sources. The sources have a few
-- hundred domains, and dates of several years. Judges score one run in fifty. Like the
-- histories of real users, this history has mistakes: some scores are missing, some are
-- texts, some are 9.5 or negative. Some dates have a time zone, and some are texts that
-- are not dates. Some runs or rounds have no sources, and some rounds have no run.
--
-- Every number is computed from the ids of its row by integer arithmetic, so it depends
-- neither on SQLite's random() nor on the order of rows. The formulas square numbers:
-- without squares, columns would be correlated.

.bail on
PRAGMA foreign_keys = OFF;  -- because some rounds have no run
PRAGMA synchronous = OFF;

BEGIN;

-- a, b, c: pseudo-random numbers from 0 to 2147483646 for each run.
CREATE TEMP TABLE drawn(run_id INTEGER PRIMARY KEY, a INT, b INT, c INT);
WITH RECURSIVE
  ids(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids
              WHERE id < coalesce(:runs, 50000)),
  first(id, x) AS (SELECT id, (id * 16807 + 101) % 2147483647 FROM ids),
  second(id, x) AS (SELECT id, (x * x % 2147483647 + x * 48271) % 2147483647 FROM first),
  third(id, x, y) AS (SELECT id, x, (x * x % 2147483647 + x * 69621) % 2147483647
                      FROM second)
INSERT INTO drawn
SELECT id, x, y, (y * y % 2147483647 + y * 16807) % 2147483647 FROM third;

INSERT INTO runs(run_id, title, note, domain, as_of)
SELECT run_id, 'Question ' || run_id, NULL,
       CASE WHEN a % 10 = 0 THEN NULL WHEN a % 10 < 3 THEN 'ai_ml'
            WHEN a % 10 < 5 THEN 'security' ELSE 'domain_' || (a % 300) END,
       date('2023-01-01', '+' || (b % 1200) || ' days')
FROM drawn;

-- A run has one to seven rounds. Every thousandth run has rounds, but no row in the table
-- `runs`.
CREATE TEMP TABLE placed AS
WITH RECURSIVE numbers(round) AS (SELECT 1 UNION ALL SELECT round + 1 FROM numbers
                                  WHERE round < 7),
  seeded AS (
    SELECT run_id, round, a AS level, 1 + c % 7 AS rounds,
           (run_id * 7 + round * 1000003 + b) % 2147483647 AS x
    FROM drawn JOIN numbers ON round <= 1 + c % 7
  )
SELECT run_id, round, level, rounds,
       (x * x % 2147483647 + x * 48271) % 2147483647 AS p,
       (x * x % 2147483647 * 3 + x * 16807 + 7) % 2147483647 AS q
FROM seeded;

DELETE FROM runs WHERE run_id % 1000 = 999;

-- Scores have three digits. Each run has a random level; its scores lie near that level
-- and rise a little from round to round.
CREATE TEMP VIEW scored AS
SELECT run_id, round, p, q,
       min(1000, 450 + level % 400 + 25 * round + p % 200 - 100)              AS s1,
       min(1000, 450 + level / 7 % 400 + 20 * round + p / 200 % 200 - 100)    AS s2,
       min(1000, 450 + level / 11 % 400 + 30 * round + p / 40000 % 200 - 100) AS s3,
       min(1000, 450 + level / 13 % 400 + 25 * round + q % 200 - 100)         AS s4,
       min(1000, 450 + level / 17 % 400 + 10 * round + q / 200 % 200 - 100)   AS s5
FROM placed;

INSERT INTO rounds(run_id, round, coverage, source_quality, agreement, verification,
                   recency, recent_sources, critical_contradictions)
SELECT run_id, round,
       CASE p % 100 WHEN 7 THEN NULL ELSE s1 / 1000.0 END,
       CASE p % 101 WHEN 8 THEN 'n/a' ELSE s2 / 1000.0 END,
       CASE p % 103 WHEN 9 THEN 9.5 WHEN 10 THEN -0.25 ELSE s3 / 1000.0 END,
       CASE q % 107 WHEN 11 THEN printf('%.2f', s4 / 1000.0) WHEN 12 THEN NULL
                    WHEN 13 THEN '85%' ELSE s4 / 1000.0 END,
       CASE q % 109 WHEN 14 THEN NULL ELSE s5 / 1000.0 END,
       CASE q % 113 WHEN 15 THEN 'many' WHEN 16 THEN 7.5 ELSE q % 25 END,
       CASE WHEN q % 127 = 17 THEN NULL WHEN q % 10 = 0 THEN 1 + p % 2 ELSE 0 END
FROM scored;

-- A round has 0 to 20 sources. One run in twenty has no source. Old sources are rarer
-- than new sources. Most values of `published` are dates; some are texts that are not
-- dates.
WITH RECURSIVE
  numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20),
  seeded AS (
    SELECT k.run_id, k.round, n, r.as_of,
           (k.p + n * 1000033 + k.run_id * 31) % 2147483647 AS x
    FROM placed AS k JOIN numbers ON n <= k.p % 21
    LEFT JOIN runs AS r ON r.run_id = k.run_id
    WHERE k.run_id % 20 <> 3
  ),
  aged AS (
    SELECT run_id, round, n, as_of, (x * x % 2147483647 + x * 48271) % 2147483647 AS y
    FROM seeded
  ),
  dated AS (
    SELECT run_id, round, n, y,
           date(coalesce(as_of, '2024-01-01'),
                '-' || (y % 40 * (y / 40 % 40) / 2 - 5) || ' days') AS day
    FROM aged
  )
INSERT INTO sources(run_id, round, source, domain, published)
SELECT run_id, round, 'https://site-' || (y % 5000) || '.example/' || n,
       CASE WHEN y % 4 = 0 THEN 'domain_' || (y / 4 % 300) END,
       CASE y / 100 % 50
         WHEN 0 THEN NULL
         WHEN 1 THEN 'unknown'
         WHEN 2 THEN substr(day, 9, 2) || '/' || substr(day, 6, 2) || '/'
                     || substr(day, 1, 4)
         WHEN 3 THEN day || 'T23:30:00-08:00'
         WHEN 4 THEN day || ' 08:15'
         WHEN 5 THEN substr(day, 1, 7)
         ELSE day END
FROM dated;

-- Three judges of two families score the runs whose id ends in 00 or 50.
INSERT INTO judgements(run_id, round, dimension, judge, family, score)
SELECT s.run_id, s.round, d.column1, j.column1, j.column2,
       CASE (s.p / 3 + d.column2 * 7 + j.column3 * 13) % 97 WHEN 5 THEN NULL
            ELSE max(0, min(1000, s.s1 + s.q / j.column3 / d.column2 % 120 - 60))
                 / 1000.0 END
FROM scored AS s,
     (VALUES ('coverage', 1), ('source_quality', 2), ('agreement', 3),
             ('verification', 4), ('recency', 5)) AS d,
     (VALUES ('north', 'large', 3), ('south', 'large', 5), ('east', 'small', 7)) AS j
WHERE s.run_id % 50 = 0;

COMMIT;
