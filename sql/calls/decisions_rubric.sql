-- Returns the stop policy's decision on every stored run that has evidence (scores and
-- counts) for a rubric (a gate over your own dimensions).
SELECT run_id, action, stop_round AS round, returned_round, reason
FROM rubric_decisions WHERE rubric = :rubric ORDER BY run_id;
