/** What SQL takes: a number is a REAL, a bigint or a boolean an INTEGER. */
export type Parameter = null | string | number | bigint | boolean | Uint8Array;

/** What SQL gives: an INTEGER that no number holds is a bigint. */
export type Cell = null | string | number | bigint | Uint8Array;

/**
 * The rows of a statement that libSQL server runs at `url`. With `contract`, a digest of
 * the table contract, it runs under those settings or not at all. Rejects with what SQL
 * says, and then the error has a `code`; without one the server does not answer, or has
 * no data yet as a replica that begins anew, and another may. It rejects so too on a
 * redirect, which it does not follow, and on an answer that lacks the result of a step.
 */
export function query(
  url: string,
  sql: string,
  parameters?: Parameter[] | Record<string, Parameter>,
  options?: { contract?: string; token?: string; signal?: AbortSignal },
): Promise<Cell[][]>;
