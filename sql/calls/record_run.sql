-- Stores the run of a round unless the file has this run. The ages of the run's sources
-- are counted up to the stored as_of, so no answer changes as time passes.
INSERT INTO runs(run_id, title, as_of)
VALUES (:run_id, coalesce(:title, :run_id), coalesce(:as_of, date('now')))
ON CONFLICT DO NOTHING;
