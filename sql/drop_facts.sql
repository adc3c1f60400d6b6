-- assay: takes back facts.sql and attach_facts.sql. Then .read sql/detach.sql and
-- sql/views.sql (or sql/attach.sql), which has the view that knows of no facts.
DROP TRIGGER IF EXISTS facts_source_enters;
DROP TRIGGER IF EXISTS facts_source_changes;
DROP TRIGGER IF EXISTS facts_source_changed;
DROP TRIGGER IF EXISTS facts_source_leaves;
DROP TRIGGER IF EXISTS facts_run_enters;
DROP TRIGGER IF EXISTS facts_run_changes;
DROP TRIGGER IF EXISTS facts_run_changed;
DROP TRIGGER IF EXISTS facts_run_leaves;
DROP TRIGGER IF EXISTS facts_round_enters;
DROP TRIGGER IF EXISTS facts_round_moves;
DROP TRIGGER IF EXISTS facts_round_leaves;
DROP VIEW IF EXISTS round_evidence;
DROP VIEW IF EXISTS facts_in_force;
DROP TABLE IF EXISTS round_facts;
DROP TABLE IF EXISTS facts_contract;
DROP TABLE IF EXISTS facts_due;
DROP TABLE IF EXISTS facts_seen;
