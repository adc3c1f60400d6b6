-- Returns the verdict on one round's evidence, and why, as a JSON object.
SELECT rubric_report(:rubric, :evidence) AS report;
