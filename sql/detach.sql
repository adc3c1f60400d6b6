-- assay: takes back attach.sql (the TEMP views) or, where there are none, views.sql (the
-- views of the file). Made from views.sql by `make attach`, do not edit.
--
-- Tables, and views that map tables of your own, are left as they are.
DROP VIEW IF EXISTS source_recency;
DROP VIEW IF EXISTS round_evidence;
DROP VIEW IF EXISTS round_recency;
DROP VIEW IF EXISTS live_rounds;
DROP VIEW IF EXISTS judged_rounds;
DROP VIEW IF EXISTS round_scores;
DROP VIEW IF EXISTS run_best_round;
DROP VIEW IF EXISTS round_actions;
DROP VIEW IF EXISTS run_decisions;
DROP VIEW IF EXISTS rubric_rounds;
DROP VIEW IF EXISTS rubric_decisions;
DROP VIEW IF EXISTS rubric_best;
DROP VIEW IF EXISTS domain_windows;
DROP VIEW IF EXISTS score_confidence;
DROP VIEW IF EXISTS round_confidence;
