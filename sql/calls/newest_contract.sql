-- The settings that the file is bound to: the newest that sql/contract.sql stored.
SELECT hash, settings FROM main.contract ORDER BY contract_id DESC LIMIT 1;
