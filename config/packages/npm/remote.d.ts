/** A parameter. A number becomes a REAL in SQL; a bigint or a boolean becomes an
 * INTEGER. */
export type Parameter = null | string | number | bigint | boolean | Uint8Array;

/** A value of a row. An INTEGER that a number cannot hold exactly is a bigint. */
export type Cell = null | string | number | bigint | Uint8Array;

/**
 * Runs a statement on the libSQL server at `url`, and returns its rows. `contract` is a
 * digest in the server's table contract: the statement runs under the contract's settings
 * or not at all. If SQL fails, the error has a `code`. If this server does not answer, or
 * is a new replica without data, the error has no `code`: another server may answer. A
 * redirect, or an answer that lacks the result of a step, is an error without a `code`,
 * too.
 */
export function query(
  url: string,
  sql: string,
  parameters?: Parameter[] | Record<string, Parameter>,
  options?: { contract?: string; token?: string; signal?: AbortSignal },
): Promise<Cell[][]>;
