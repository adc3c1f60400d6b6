-- Stores a round with its evidence (the judge's scores and counts) for your own rubric.
INSERT INTO evidence(run_id, round, rubric, evidence)
VALUES (:run_id, :round, :rubric, :evidence);
