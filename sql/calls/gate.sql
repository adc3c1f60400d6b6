-- Returns a JSON object: the verdict on one round's evidence (scores and counts), with
-- the reason.
SELECT rubric_report(:rubric, :evidence) AS report;
