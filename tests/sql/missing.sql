-- The views must say which data the gate could not use, and why.
.read sql/schema.sql
.read sql/views.sql

INSERT INTO runs(run_id, title, as_of) VALUES
  (1, 'reported', '2026-06-30'), (2, 'from sources', '2026-06-30'),
  (3, 'never verified', '2026-06-30');
INSERT INTO rounds VALUES
  (1, 1, 0.8, 0.8, 0.8, 0.8, 0.8, 12, 0),
  (1, 2, 80, -0.1, '85%', NULL, x'00', 12.5, 'n/a'),
  (1, 3, 9e999, 0.8, 0.8, 0.8, 0.8, -1, NULL),
  (3, 1, 0.8, 0.8, 0.8, NULL, 0.8, 12, 0), (3, 2, 0.5, 0.8, 0.8, 0.1, 0.8, 12, 0),
  (2, 1, 0.8, 0.8, 0.8, 0.8, 0.8, 12, 0), (2, 2, 0.8, 0.8, 0.8, 0.8, 0.8, 12, 0);
INSERT INTO sources(run_id, round, source, published) VALUES
  (2, 1, 'day', '2026-06-01'), (2, 1, 'month', '2026-05'),
  (2, 1, 'mail', 'Tue, 02 Jun 2026 10:00:00 GMT'), (2, 1, 'seconds', '1780000000'),
  (2, 1, 'slashes', '3/2/2026'), (2, 1, 'words', 'last spring'), (2, 1, 'none', NULL);

SELECT results_eq(
  'SELECT run_id, round, missing FROM round_scores ORDER BY run_id, round',
  'VALUES (1, 1, ''''),
          (1, 2, ''coverage: above 1; source_quality: below 0; agreement: not a number; ''
                 || ''verification: null; recency: a blob; recent_sources: not whole; ''
                 || ''critical_contradictions: not a number''),
          (1, 3, ''coverage: infinite; recent_sources: below 0; ''
                 || ''critical_contradictions: null''),
          (2, 1, ''''), (2, 2, ''recency: no sources''),
          (3, 1, ''verification: null''), (3, 2, '''')',
  'each missing value with its reason, in the order of the columns');
SELECT results_eq(
  'SELECT source, age_days, why_undated FROM source_recency ORDER BY source',
  'VALUES (''day'', 29, NULL), (''mail'', 28, NULL), (''month'', 60, NULL),
          (''none'', NULL, ''null''), (''seconds'', 33, NULL),
          (''slashes'', NULL, ''ambiguous date''), (''words'', NULL, ''not a date'')',
  'which sources are undated and why');
SELECT is_eq(count(*), 0, 'a round that passes misses nothing')
FROM round_scores WHERE gate_passed AND missing <> '';
SELECT results_eq('SELECT run_id, returned_round, missing
                   FROM run_decisions ORDER BY run_id',
                  'VALUES (1, 1, ''''), (2, 1, ''''), (3, 1, ''verification: null'')',
                  'the decision says it of the round that is returned');
