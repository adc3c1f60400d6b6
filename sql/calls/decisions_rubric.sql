-- Returns the decision on every stored run that has evidence for a rubric.
SELECT run_id, action, stop_round AS round, returned_round, reason
FROM rubric_decisions WHERE rubric = :rubric ORDER BY run_id;
