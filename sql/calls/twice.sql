-- Returns the names that occur twice in the object :evidence, without regard to case. The
-- value of such a name counts as missing.
SELECT lower(key) AS name FROM json_each(:evidence)
GROUP BY lower(key) HAVING count(*) > 1;
