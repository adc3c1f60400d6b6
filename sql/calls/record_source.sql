-- Stores a source that a round cites. If the round cites a source twice, the source
-- counts once.
INSERT INTO sources(run_id, round, source, domain, published)
VALUES (:run_id, :round, :source, :domain, :published)
ON CONFLICT DO NOTHING;
