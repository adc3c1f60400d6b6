-- assay: drops the TEMP views of attach.sql. Without TEMP views it drops the views that
-- views.sql made in the file. `make attach` generates this script: do not edit it.
--
-- Tables stay, and so do the views that map your own tables.
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
