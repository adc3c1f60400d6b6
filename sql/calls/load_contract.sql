-- For the sqlite3 shell: loads the newest contract of the database file, and checks the
-- digest of the loaded settings. It prints nothing, so you can read it before a report.
CREATE TEMP TABLE assay_contract AS
SELECT assay_load_yaml((SELECT settings FROM main.contract
                        ORDER BY contract_id DESC LIMIT 1)) AS changed;
INSERT INTO temp.assay_contract
SELECT assay_require((SELECT hash FROM main.contract ORDER BY contract_id DESC LIMIT 1));
DROP TABLE temp.assay_contract;
