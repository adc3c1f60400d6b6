-- Counts the scores, counts and dates that can't be read, by column and reason. NULL is
-- not counted.
SELECT name, why, count(*) AS cells, min(value) AS example
FROM (
  SELECT 'coverage' AS name, coverage AS value, why_missing(coverage, 'score') AS why
  FROM rounds
  UNION ALL
  SELECT 'source_quality', source_quality, why_missing(source_quality, 'score')
  FROM rounds
  UNION ALL
  SELECT 'agreement', agreement, why_missing(agreement, 'score') FROM rounds
  UNION ALL
  SELECT 'verification', verification, why_missing(verification, 'score') FROM rounds
  UNION ALL
  SELECT 'recency', recency, why_missing(recency, 'score') FROM rounds
  UNION ALL
  SELECT 'recent_sources', recent_sources, why_missing(recent_sources, 'count')
  FROM rounds
  UNION ALL
  SELECT 'critical_contradictions', critical_contradictions,
         why_missing(critical_contradictions, 'count')
  FROM rounds
  UNION ALL
  SELECT 'as_of', as_of,
         CASE WHEN age_days(as_of, as_of) IS NULL
              THEN coalesce(why_missing(as_of, 'date'), 'no whole day') END
  FROM runs
  UNION ALL
  SELECT 'published', published, why_missing(published, 'date') FROM sources
)
WHERE why <> 'null'
GROUP BY name, why
ORDER BY cells DESC, name, why;
