-- Returns the stored settings that have the digest :hash.
SELECT hash, settings FROM main.contract WHERE hash = :hash;
