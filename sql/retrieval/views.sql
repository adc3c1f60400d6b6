-- assay: views that penalise and rank search candidates, judge sources, and decide which
-- report can be written. They read the tables of sql/retrieval/schema.sql.
--
--   candidate_penalties  one row per candidate: penalty and penalised score
--   penalised_ranking    one row per candidate: rank without and with the penalty;
--                        demoted, dropped
--   hit_histogram        one row per number of path hits (words of the query in the
--                        path): how many candidates, how many of them are relevant
--   source_relevance     one row per judged source: its best chunk, kept or not
--   run_relevance        one row per run with a mode or a judged source: which report
--
-- To query the views you need assay; to create them you don't.
--
-- After an update of assay read this script again. It replaces only the views that it
-- made, as the first comment of sql/views.sql explains.

SAVEPOINT views;

CREATE TABLE main.views_in_doubt AS
SELECT name
FROM main.sqlite_master
WHERE name COLLATE NOCASE IN (
  'candidate_penalties', 'penalised_ranking', 'hit_histogram', 'source_relevance',
  'run_relevance'
)
  AND sql NOT LIKE '%-- assay: sql/retrieval/views.sql replaces this view%';

DROP VIEW IF EXISTS main.candidate_penalties;
DROP VIEW IF EXISTS main.penalised_ranking;
DROP VIEW IF EXISTS main.hit_histogram;
DROP VIEW IF EXISTS main.source_relevance;
DROP VIEW IF EXISTS main.run_relevance;

-- If a base score is not a finite number, it is missing, and the penalised score is
-- missing, too. (9e999 is infinity. A text or blob is never `< 9e999`, because SQLite
-- sorts it above every number.)
CREATE VIEW candidate_penalties AS
-- assay: sql/retrieval/views.sql replaces this view
SELECT
  query_id, path, path_match_hits, pinned, base_score, penalty,
  base_score + penalty AS score
FROM (
  SELECT
    c.query_id, c.path, c.path_match_hits,
    coalesce(c.pinned = 1, 0) AS pinned,
    CASE WHEN c.base_score > -9e999 AND c.base_score < 9e999
         THEN c.base_score END AS base_score,
    graduated_penalty(c.path_match_hits, q.query) AS penalty
  FROM candidates AS c JOIN queries AS q ON q.query_id = c.query_id
);

-- As ADR-002 says, a candidate whose score is not above 0 is dropped, unless it is
-- pinned. The other candidates are ordered by descending score, then by path. rank_before
-- is the rank without the penalty.
CREATE VIEW penalised_ranking AS
-- assay: sql/retrieval/views.sql replaces this view
SELECT
  query_id, path, path_match_hits, pinned, base_score, penalty, score,
  rank_before, rank_after,
  rank_before IS NOT NULL AND rank_after IS NULL AS dropped,
  coalesce(rank_after > rank_before, 0)          AS demoted
FROM (
  SELECT
    *,
    CASE WHEN listed_before THEN row_number() OVER (
      PARTITION BY query_id ORDER BY listed_before DESC, base_score DESC, path
    ) END AS rank_before,
    CASE WHEN listed_after THEN row_number() OVER (
      PARTITION BY query_id ORDER BY listed_after DESC, score DESC, path
    ) END AS rank_after
  FROM (
    SELECT
      *,
      pinned OR coalesce(base_score > 0, 0) AS listed_before,
      pinned OR coalesce(score > 0, 0)      AS listed_after
    FROM candidate_penalties
  )
);

-- The binary penalty is only for candidates with 0 path hits. ADR-002 found almost no
-- such candidates, so this penalty had no effect. Look at this view before you set
-- evaluation.path_penalty.mode. `share` (of all candidates) says how many candidates a
-- penalty for this number of hits can move. `relevant_share` says whether candidates with
-- few hits are relevant less often. `hits` is 0, 1, 2, or 3 for 3 or more; NULL if the
-- number is unusable.
CREATE VIEW hit_histogram AS
-- assay: sql/retrieval/views.sql replaces this view
SELECT
  hits, count(*) AS candidates,
  count(*) * 1.0 / (SELECT count(*) FROM candidates) AS share,
  sum(penalty < 0)            AS penalised,
  mean_of(penalty)            AS mean_penalty,
  sum(relevant)               AS relevant,
  sum(relevant) * 1.0 / count(*) AS relevant_share
FROM (
  SELECT
    CASE WHEN p.path_match_hits >= 3 AND p.path_match_hits < 9e999 THEN 3
         WHEN p.path_match_hits IN (0, 1, 2) THEN CAST(p.path_match_hits AS INTEGER)
    END AS hits,
    p.penalty,
    coalesce(g.gain > 0, 0) AS relevant
  FROM candidate_penalties AS p
  LEFT JOIN golden AS g ON g.query_id = p.query_id AND g.path = p.path
)
GROUP BY hits;

-- A source has the score of its best chunk: the first chunk with the highest score.
-- `unread` is the number of chunks for which the judge's reply has no score. A chunk
-- without a score gets the default score. If any chunk's score reaches the mode's
-- cutoff, the source is kept.
CREATE VIEW source_relevance AS
-- assay: sql/retrieval/views.sql replaces this view
SELECT run_id, source, mode, score, relevance_keep(score, mode) AS kept,
       chunk AS best_chunk, chunks, unread, reply
FROM (
  SELECT
    run_id, source, mode, chunk, score, reply,
    row_number() OVER best AS place,
    count(*) OVER (PARTITION BY run_id, source)      AS chunks,
    sum(is_unread) OVER (PARTITION BY run_id, source) AS unread
  FROM (
    SELECT
      j.run_id, j.source, j.chunk, j.reply, coalesce(m.mode, 'standard') AS mode,
      coalesce(relevance_of(j.score, NULL), relevance_of(j.reply))         AS score,
      coalesce(relevance_of(j.score, NULL), relevance_of(j.reply, NULL)) IS NULL
        AS is_unread
    FROM source_judgements AS j
    LEFT JOIN run_modes AS m ON m.run_id = j.run_id
  )
  WINDOW best AS (PARTITION BY run_id, source ORDER BY score DESC, chunk)
)
WHERE place = 1;

-- The relevance gate decides what report can be written from the sources. `kept` and
-- `dropped` are JSON arrays of sources, best sources first. A run that has a mode but no
-- judged source keeps 0 of 0 sources.
--
-- The view cuts values out of the JSON report as text, because SQLite 3.40 refuses its
-- JSON functions in a view under PRAGMA trusted_schema = OFF. This is safe: the keys of
-- a report have a fixed order, and can't occur within a text, where quotes are escaped.
CREATE VIEW run_relevance AS
-- assay: sql/retrieval/views.sql replaces this view
SELECT g.run_id, r.title, g.mode, g.decision, g.scored, g.survived, g.rationale,
       g.kept, g.dropped
FROM (
  SELECT
    run_id,
    substr(report, at_mode + 9, at_cutoff - at_mode - 10)           AS mode,
    decision, scored, survived,
    substr(report, at_rationale + 14, at_mode - at_rationale - 15)  AS rationale,
    substr(report, at_kept + 8, at_dropped - at_kept - 8)           AS kept,
    substr(report, at_dropped + 11, length(report) - at_dropped - 11) AS dropped
  FROM (
    SELECT
      *,
      instr(report, ',"rationale":') AS at_rationale,
      instr(report, ',"mode":')      AS at_mode,
      instr(report, ',"cutoff":')    AS at_cutoff,
      instr(report, ',"kept":')      AS at_kept,
      instr(report, ',"dropped":')   AS at_dropped
    FROM (
      SELECT run_id, relevance_gate(score, mode) AS decision, count(*) AS scored,
             sum(kept) AS survived, relevance_report(source, score, mode) AS report
      FROM source_relevance
      GROUP BY run_id
    )
  )
  UNION ALL
  SELECT
    m.run_id, coalesce(a.mode, m.mode), relevance_decision(0, m.mode), 0, 0,
    printf('0 of 0 sources scored >= %g, below threshold for short report in %s mode',
           a.cutoff, a.mode),
    '[]', '[]'
  FROM run_modes AS m
  LEFT JOIN assay_modes AS a ON a.mode = m.mode COLLATE NOCASE
  WHERE NOT EXISTS (SELECT 1 FROM source_judgements AS j WHERE j.run_id = m.run_id)
) AS g
JOIN runs AS r ON r.run_id = g.run_id;

CREATE TABLE main.views_refused (
  name
  CONSTRAINT "names of its views are taken: rename yours, drop those of an older assay"
       CHECK (name IS NULL)
);
INSERT OR ROLLBACK INTO views_refused SELECT name FROM views_in_doubt;
DROP TABLE IF EXISTS main.views_refused;
DROP TABLE IF EXISTS main.views_in_doubt;

RELEASE views;
