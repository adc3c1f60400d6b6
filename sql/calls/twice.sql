-- Returns the names that occur twice, without regard to case, in the JSON object
-- :evidence. The value of such a name counts as missing.
SELECT lower(key) AS name FROM json_each(:evidence)
GROUP BY lower(key) HAVING count(*) > 1;
