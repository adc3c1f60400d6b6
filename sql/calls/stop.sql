-- Returns the stop policy's decision on the rounds that the caller sends, as JSON; NULL
-- if there is no round.
SELECT rubric_stop_report(:rubric, json_extract(value, '$[0]'),
                          json_extract(value, '$[1]')) AS report
FROM json_each(:rounds);
