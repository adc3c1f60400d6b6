-- Returns the best of the rounds that the caller sends; NULL if there is no round.
SELECT rubric_best_round(:rubric, json_extract(value, '$[0]'),
                         json_extract(value, '$[1]')) AS round
FROM json_each(:rounds);
