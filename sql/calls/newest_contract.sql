-- Returns the settings of this file: the newest contract that sql/contract.sql stored.
SELECT hash, settings FROM main.contract ORDER BY contract_id DESC LIMIT 1;
