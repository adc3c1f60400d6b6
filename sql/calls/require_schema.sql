-- An error where tables or views are of another epoch than this assay.
SELECT assay_require(epoch || ':') AS required FROM main.assay_schema;
