-- Stores the run of a round unless it exists. as_of is stored, so no answer changes
-- later.
INSERT INTO runs(run_id, title, as_of)
VALUES (:run_id, coalesce(:title, :run_id), coalesce(:as_of, date('now')))
ON CONFLICT DO NOTHING;
