-- The decision over the rounds in hand: a JSON object, NULL where there is no round.
SELECT stop_report(json_extract(value, '$[0]'), json_extract(value, '$[1]')) AS report
FROM json_each(:rounds);
