/** assay for JavaScript: SQLite and assay as WebAssembly. */

/** A value of a column: an INTEGER beyond 2^53 is a bigint, a BLOB is bytes. */
export type Value = number | bigint | string | Uint8Array | null;

/** A value to bind: a number without a fraction becomes an INTEGER, true becomes 1. */
export type Parameter = Value | boolean | undefined | ArrayBuffer | ArrayBufferView;

/** Values by number, from ?1 on, or by name, without the `:`.  Every value must be used,
 * and every parameter must have a value. */
export type Parameters = readonly Parameter[] | Readonly<Record<string, Parameter>>;

export interface Answer {
  columns: string[];
  rows: Value[][];
}

export interface ConnectionOptions {
  /** Called while a statement runs; true ends that statement with code 9. */
  onProgress?: () => boolean | void;
  /** Steps of SQLite's virtual machine between calls of onProgress; default 10,000. */
  steps?: number;
}

export interface OpenOptions extends ConnectionOptions {
  /** assay.wasm: bytes, URL or compiled module; default: the file beside assay.mjs. */
  wasm?: BufferSource | URL | string | WebAssembly.Module;
  /** The bytes of a database file, which are copied; default: an empty database. */
  bytes?: Uint8Array | ArrayBuffer;
}

/** An error of SQLite or assay, with its message. */
export class AssayError extends Error {
  /** SQLite's extended result code: 1 for most mistakes, 9 when interrupted, 26 for bytes
   * that are no database, 21 for a mistake in the call of this module. */
  readonly code: number;
  /** The place of the error in the SQL, in characters of the string; -1 if unknown. */
  readonly offset: number;
}

/** A connection.  Each has its own settings, which the first rule that runs freezes. */
export interface Database {
  /** Runs all statements, each with these parameters.  Returns the rows of the last
   * statement that has columns.  A value that no statement uses is an error. */
  exec(sql: string, parameters?: Parameters): Answer;
  /** Calls `take` for each row of every statement, and stores no row.  Returns the
   * columns of the last statement that has columns. */
  each(sql: string, parameters: Parameters | undefined,
       take: (row: Value[], columns: string[]) => void): string[];
  /** Loads settings from YAML by assay_load_yaml(), and returns its result. */
  load(yaml: string, mode?: 'strict'): Value;
  /** Another connection to the same database, with its own settings; or to another
   * database of this engine, such as an attached one: '/x' is `file:/x?vfs=memdb`. */
  connect(options?: ConnectionOptions & { name?: string }): Database;
  /** The database as a file. */
  bytes(): Uint8Array;
  /** Closes the connection; the last connection also deletes the database. */
  close(): void;
  /** The memory of the engine in bytes; it never shrinks. */
  readonly memory: number;
}

/** Opens a database in a new engine. */
export function open(options?: OpenOptions): Promise<Database>;

/** Compiles assay.wasm once, for several calls of open(). */
export function compile(wasm?: OpenOptions['wasm']): Promise<WebAssembly.Module>;
