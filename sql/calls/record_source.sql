-- A source that a round cites. One that it cites twice counts once.
INSERT INTO sources(run_id, round, source, domain, published)
VALUES (:run_id, :round, :source, :domain, :published)
ON CONFLICT DO NOTHING;
