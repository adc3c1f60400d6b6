-- A round with what its judge said under a rubric of your own.
INSERT INTO evidence(run_id, round, rubric, evidence)
VALUES (:run_id, :round, :rubric, :evidence);
