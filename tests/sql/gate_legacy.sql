-- With `scoring_engine: legacy` the settings choose the old gate (ADR-007 section 4). It
-- compares the index, not each score, with the floor, and gate_report says so.
SELECT plan(10);

SELECT is_eq(assay_load_yaml('{evaluation: {deep_research: {scoring_engine: legacy}}}'),
  1, 'one setting changes');
SELECT is_eq(gate_pass(1, 1, 1, 0.5, 1, 12, 0), 1, 'a high index makes up for one score');
SELECT is_eq(gate_pass(0.8, 0.8, 0.8, 0.75, 0.8, 12, 0), 0,
  'and a low one is not enough, with every dimension High');
SELECT is_eq(json_extract(gate_report(1, 1, 1, 0.5, 1, 12, 0), '$.ci_role'),
  'primary_gate', 'the report says that the index decides');
SELECT is_eq(json_extract(gate_report(1, 1, 1, 0.5, 1, 12, 0), '$.scoring_engine'),
  'legacy', 'and the engine');

-- A round without one of its scores never passes (R3), however high its index is.
SELECT is_eq(gate_pass(1, 1, 1, 1, NULL, 12, 0), 0, 'a missing score does not pass');
SELECT is_eq(json_extract(gate_report(1, 1, 1, 1, 'N/A', 12, 0), '$.reason'),
  'missing: recency', 'and is named, beside an index that is high');
SELECT is_eq(json_extract(gate_report(0.9, 0.9, 0.5, 0.5, NULL, 12, 0), '$.reason'),
  'missing: recency; low confidence index', 'or one that is low');
SELECT is_eq(stop_action(1, 1, 1, 1, 1, NULL, 12, 3), 'continue',
  'such a round halts no run');
SELECT is_eq(gate_pass_legacy(ci_score(1, 1, 1, 1, NULL), 12, 0), 1,
  'gate_pass_legacy sees a number only');
