-- Returns a JSON object: the verdict on one round's evidence (scores and counts), and the
-- reason for this verdict.
SELECT rubric_report(:rubric, :evidence) AS report;
