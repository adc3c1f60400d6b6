-- A contract by its digest.
SELECT hash, settings FROM main.contract WHERE hash = :hash;
