-- Returns the best round of one stored run; no row if the run has no round.
SELECT best_round AS round FROM run_best_round WHERE run_id = :run_id;
