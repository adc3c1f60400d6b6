-- Returns the stop policy's decision on every stored run that has a round.
SELECT run_id, action, stop_round AS round, returned_round, reason
FROM run_decisions ORDER BY run_id;
