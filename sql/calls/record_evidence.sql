-- Stores a round with its judge's evidence for a rubric of your own.
INSERT INTO evidence(run_id, round, rubric, evidence)
VALUES (:run_id, :round, :rubric, :evidence);
