-- Returns the stop policy's decision on one stored run; no row if the run has no round.
SELECT run_id, action, stop_round AS round, returned_round, reason
FROM run_decisions WHERE run_id = :run_id;
