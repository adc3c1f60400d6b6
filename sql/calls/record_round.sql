-- A round with what its judge said, as it came.
INSERT INTO rounds(run_id, round, coverage, source_quality, agreement, verification,
                   recency, recent_sources, critical_contradictions)
VALUES (:run_id, :round, :coverage, :source_quality, :agreement, :verification,
        :recency, :recent_sources, :critical_contradictions);
