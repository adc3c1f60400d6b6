-- Counts the columns contract_id, hash and settings of the table contract. If the count
-- is 3, sql/contract.sql made the table; else the file has no table contract, or has one
-- of your own.
SELECT count(*) AS columns
FROM main.sqlite_master AS t, pragma_table_info(t.name) AS c
WHERE t.type = 'table' AND t.name = 'contract'
  AND c.name IN ('contract_id', 'hash', 'settings');
