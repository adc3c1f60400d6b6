-- The verdict on one round's evidence, and why: a JSON object.
SELECT rubric_report(:rubric, :evidence) AS report;
