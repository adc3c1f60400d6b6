-- Stores a round with the scores that its judge gave, unchanged.
INSERT INTO rounds(run_id, round, coverage, source_quality, agreement, verification,
                   recency, recent_sources, critical_contradictions)
VALUES (:run_id, :round, :coverage, :source_quality, :agreement, :verification,
        :recency, :recent_sources, :critical_contradictions);
