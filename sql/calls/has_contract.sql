-- Returns 3 if the file has the table contract that sql/contract.sql makes. A table of
-- yours with this name has other columns.
SELECT count(*) AS columns
FROM main.sqlite_master AS t, pragma_table_info(t.name) AS c
WHERE t.type = 'table' AND t.name = 'contract'
  AND c.name IN ('contract_id', 'hash', 'settings');
