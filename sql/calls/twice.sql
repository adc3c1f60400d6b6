-- Returns the names that occur twice in an object, in any case. Such a name counts as
-- missing.
SELECT lower(key) AS name FROM json_each(:evidence)
GROUP BY lower(key) HAVING count(*) > 1;
