-- Counts three columns of the table contract. If there are 3, sql/contract.sql made the
-- table; if there are fewer, the file has no such table, or a table of your own.
SELECT count(*) AS columns
FROM main.sqlite_master AS t, pragma_table_info(t.name) AS c
WHERE t.type = 'table' AND t.name = 'contract'
  AND c.name IN ('contract_id', 'hash', 'settings');
