-- The names that stand twice in an object, which makes them missing.
SELECT lower(key) AS name FROM json_each(:evidence)
GROUP BY lower(key) HAVING count(*) > 1;
