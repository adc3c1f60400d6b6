-- Returns the best round of one stored run by a rubric (a gate over your own dimensions).
-- Returns no row if the run has no evidence (scores and counts) for the rubric.
SELECT best_round AS round FROM rubric_best WHERE run_id = :run_id AND rubric = :rubric;
