-- The names that occur twice in an object. Such a name counts as missing.
SELECT lower(key) AS name FROM json_each(:evidence)
GROUP BY lower(key) HAVING count(*) > 1;
