-- The stored settings with a digest.
SELECT hash, settings FROM main.contract WHERE hash = :hash;
