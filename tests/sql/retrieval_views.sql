-- Tests the tables and views of sql/retrieval: the pipeline of ADR-002, and the relevance
-- gate over stored replies.

.read sql/schema.sql
.read sql/views.sql
.read sql/retrieval/schema.sql
.read sql/retrieval/views.sql

-- Candidates.

INSERT INTO queries VALUES
  (1, 'session token refresh'), (2, 'to be'), (3, 'nothing found here');
INSERT INTO candidates(query_id, path, base_score, path_match_hits, pinned) VALUES
  (1, 'src/a.c', 2.0, 0, 0),            -- score 1.2: falls below b and c
  (1, 'src/b.c', 1.9, 3, 0),            -- 1.9
  (1, 'src/c.c', 1.9, 7, 0),            -- 1.9: ties with b, so the path decides
  (1, 'src/d.c', 0.5, 0, 0),            -- -0.3: dropped
  (1, 'src/e.c', 0.5, 0, 1),            -- -0.3, pinned: never dropped
  (1, 'src/f.c', 0.4, 1, 0),            -- 0.0: dropped, because a score must be above 0
  (1, 'src/g.c', 0.4, NULL, 0),         -- 0.4: hits are missing, so no penalty
  (1, 'src/h.c', 0.4, 'many', 0),       -- 0.4
  (1, 'src/i.c', NULL, 3, 0),           -- no score: never listed
  (1, 'src/j.c', 'n/a', 3, 0),          -- not a number: never listed
  (1, 'src/k.c', 9e999, 3, 0),          -- infinite: never listed
  (1, 'src/l.c', -1, 3, 0),             -- below 0 even without penalty: no rank
  (1, 'src/m.c', NULL, 3, 1),           -- pinned without a score: comes last
  (2, 'src/a.c', 0.1, 0, 0);            -- a short query has no penalty

SELECT results_eq(
  'SELECT path, penalty, round(score, 9), rank_before, rank_after, dropped, demoted
   FROM penalised_ranking WHERE query_id = 1 ORDER BY coalesce(rank_after, 99), path',
  'VALUES (''src/b.c'', 0.0, 1.9, 2, 1, 0, 0), (''src/c.c'', 0.0, 1.9, 3, 2, 0, 0),
          (''src/a.c'', -0.8, 1.2, 1, 3, 0, 1), (''src/g.c'', 0.0, 0.4, 7, 4, 0, 0),
          (''src/h.c'', 0.0, 0.4, 8, 5, 0, 0), (''src/e.c'', -0.8, -0.3, 5, 6, 0, 1),
          (''src/m.c'', 0.0, NULL, 9, 7, 0, 0), (''src/d.c'', -0.8, -0.3, 4, NULL, 1, 0),
          (''src/f.c'', -0.4, 0.0, 6, NULL, 1, 0),
          (''src/i.c'', 0.0, NULL, NULL, NULL, 0, 0),
          (''src/j.c'', 0.0, NULL, NULL, NULL, 0, 0),
          (''src/k.c'', 0.0, NULL, NULL, NULL, 0, 0),
          (''src/l.c'', 0.0, -1.0, NULL, NULL, 0, 0)',
  'before and after, dropped and demoted');
SELECT results_eq('SELECT penalty, rank_after FROM penalised_ranking WHERE query_id = 2',
                  'VALUES (0.0, 1)', 'an ineligible query is not penalised');
SELECT is_eq(count(*), 0, 'a penalty is never above 0')
FROM candidate_penalties WHERE NOT penalty <= 0;
SELECT is_eq((SELECT count(*) FROM candidate_penalties),
             (SELECT count(*) FROM candidates), 'one row per candidate');

INSERT INTO golden VALUES (1, 'src/a.c', 1), (1, 'src/b.c', 2), (1, 'src/z.c', 1),
                          (1, 'src/c.c', 0);
SELECT results_eq(
  'SELECT hits, candidates, penalised, relevant, round(relevant_share, 4)
   FROM hit_histogram',
  'VALUES (NULL, 2, 0, 0, 0.0), (0, 4, 3, 1, 0.25), (1, 1, 1, 0, 0.0),
          (3, 7, 0, 1, 0.1429)',
  'the histogram of hits');
SELECT near(sum(share), 1, 1e-12, 'the shares add up to 1') FROM hit_histogram;

-- The tables refuse a row if its query does not exist, if its path is empty, or if the
-- query already has this path.
SELECT throws('INSERT INTO candidates(query_id, path) VALUES (99, ''a'')',
              '%FOREIGN KEY%', 'a query that is not');
SELECT throws('INSERT INTO candidates(query_id, path) VALUES (1, ''src/a.c'')',
              '%UNIQUE%', 'a path twice');
SELECT throws('INSERT INTO golden VALUES (1, '''', 1)', '%CHECK%', 'no path');
DELETE FROM queries WHERE query_id = 2;
SELECT is_eq(count(*), 0, 'candidates go with their query')
FROM candidates WHERE query_id = 2;

-- Judgements.

INSERT INTO runs(run_id, title, as_of) VALUES
  (1, 'replies', '2026-01-01'), (2, 'scores', '2026-01-01'),
  (3, 'nothing judged', '2026-01-01'), (4, 'no mode, no sources', '2026-01-01');
INSERT INTO run_modes VALUES (1, 'QUICK'), (3, 'deep');
INSERT INTO source_judgements VALUES
  (1, 'a', 1, 'SCORE: 2', NULL), (1, 'a', 2, '**SCORE:** 4', NULL),
  (1, 'a', 3, '[4]', NULL),
  (1, 'b', 1, NULL, NULL),                 -- the judge failed: kept
  (1, 'c', 1, 'SCORE: 1', NULL), (1, 'c', 2, '', NULL),  -- one of two chunks has no score
  (1, 'd', 1, 'SCORE: 1', NULL),
  (2, 'a', 1, 'SCORE: 1', 5),              -- the stored score 5 counts, not the reply
  (2, 'b', 1, 'SCORE: 4', 'n/a'),          -- 'n/a' is no number, so the reply counts
  (2, 'c', 1, NULL, 99);                   -- 99 is on another scale, so it is not a score

SELECT results_eq(
  'SELECT run_id, source, mode, score, kept, best_chunk, chunks, unread
   FROM source_relevance',
  'VALUES (1, ''a'', ''QUICK'', 4, 1, 2, 3, 0), (1, ''b'', ''QUICK'', 3, 1, 1, 1, 1),
          (1, ''c'', ''QUICK'', 3, 1, 2, 2, 1), (1, ''d'', ''QUICK'', 1, 0, 1, 1, 0),
          (2, ''a'', ''standard'', 5, 1, 1, 1, 0),
          (2, ''b'', ''standard'', 4, 1, 1, 1, 0),
          (2, ''c'', ''standard'', 3, 1, 1, 1, 1)',
  'the best chunk of every source');
SELECT results_eq(
  'SELECT run_id, mode, decision, scored, survived, rationale, kept, dropped
   FROM run_relevance ORDER BY run_id',
  'VALUES
   (1, ''quick'', ''full_report'', 4, 3,
    ''3 of 4 sources scored >= 3, meeting threshold for full report in quick mode'',
    ''["a","b","c"]'', ''["d"]''),
   (2, ''standard'', ''short_report'', 3, 3,
    ''3 of 3 sources scored >= 3, meeting threshold for short report in standard mode'',
    ''["a","b","c"]'', ''[]''),
   (3, ''deep'', ''insufficient_data'', 0, 0,
    ''0 of 0 sources scored >= 3, below threshold for short report in deep mode'',
    ''[]'', ''[]'')',
  'the decision of every run');

INSERT INTO source_judgements VALUES
  (4, 'a","kept":["b', 1, '[5]', NULL), (4, ',"dropped":', 1, '[1]', NULL),
  (4, 'mode', 1, '[5]', NULL);
SELECT results_eq(
  'SELECT mode, rationale, kept, dropped FROM run_relevance WHERE run_id = 4',
  'VALUES (''standard'',
           ''2 of 3 sources scored >= 3, meeting threshold for short report ''
           || ''in standard mode'',
           ''["a\",\"kept\":[\"b","mode"]'', ''[",\"dropped\":"]'')',
           'sources that look like keys');

UPDATE run_modes SET mode = 'slow' WHERE run_id = 3;
SELECT throws('SELECT * FROM run_relevance', 'relevance_decision: mode must be one of%',
              'a mode that is not');
UPDATE run_modes SET mode = 'deep' WHERE run_id = 3;

PRAGMA trusted_schema = OFF;
SELECT lives('SELECT * FROM penalised_ranking; SELECT * FROM hit_histogram;
              SELECT * FROM source_relevance; SELECT * FROM run_relevance',
             'an untrusted schema');
