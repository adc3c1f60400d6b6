-- Fails if the tables or views of the file are of another epoch (version of the answers)
-- than this assay.
SELECT assay_require(epoch || ':') AS required FROM main.assay_schema;
