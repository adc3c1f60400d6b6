-- Returns the best round of one stored run under a rubric; no row if the run has no
-- evidence.
SELECT best_round AS round FROM rubric_best WHERE run_id = :run_id AND rubric = :rubric;
