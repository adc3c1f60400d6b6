-- Returns 3 if the file has the table that sql/contract.sql makes, and not a table of
-- your own with its name.
SELECT count(*) AS columns
FROM main.sqlite_master AS t, pragma_table_info(t.name) AS c
WHERE t.type = 'table' AND t.name = 'contract'
  AND c.name IN ('contract_id', 'hash', 'settings');
