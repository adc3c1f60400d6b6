/** assay for JavaScript: SQLite with assay in it, as WebAssembly. */

/** What SQLite has in a column: an INTEGER beyond 2^53 is a bigint, a BLOB is bytes. */
export type Value = number | bigint | string | Uint8Array | null;

/** What may be bound: a number without a fraction as an INTEGER, true as 1. */
export type Parameter = Value | boolean | undefined | ArrayBuffer | ArrayBufferView;

/** By number, from ?1 on, or by name, without the `:`.  Each must be asked for, and what
 * is asked for must be there. */
export type Parameters = readonly Parameter[] | Readonly<Record<string, Parameter>>;

export interface Answer {
  columns: string[];
  rows: Value[][];
}

export interface ConnectionOptions {
  /** Asked while statements run; true ends the one that runs with code 9. */
  onProgress?: () => boolean | void;
  /** How many steps of SQLite's virtual machine between two calls of it: 10,000. */
  steps?: number;
}

export interface OpenOptions extends ConnectionOptions {
  /** assay.wasm: its bytes, its address or compiled; else the file beside the module. */
  wasm?: BufferSource | URL | string | WebAssembly.Module;
  /** A database file, which is copied; else an empty database. */
  bytes?: Uint8Array | ArrayBuffer;
}

/** What SQLite or assay refuses, in its words. */
export class AssayError extends Error {
  /** SQLite's extended result code: 1 for most mistakes, 9 when interrupted, 26 for bytes
   * that are no database, 21 for a mistake in the call of this module. */
  readonly code: number;
  /** Where in the SQL, in characters as a string counts them; -1 if nowhere. */
  readonly offset: number;
}

/** A connection.  Settings are a connection's own, and in force once a rule has run. */
export interface Database {
  /** Runs all statements, each with these parameters; gives what the last one that has
   * columns answers.  A value that no statement asks for is an error. */
  exec(sql: string, parameters?: Parameters): Answer;
  /** Calls `take` for each row of every statement, and keeps none.  Gives the columns of
   * the last statement that has some. */
  each(sql: string, parameters: Parameters | undefined,
       take: (row: Value[], columns: string[]) => void): string[];
  /** Loads settings from YAML, as assay_load_yaml() does, and gives what that gives. */
  load(yaml: string, mode?: 'strict'): Value;
  /** A further connection to the same database, with settings of its own; or to another
   * one of this engine, such as was attached: '/x' is `file:/x?vfs=memdb`. */
  connect(options?: ConnectionOptions & { name?: string }): Database;
  /** The database as a file. */
  bytes(): Uint8Array;
  /** Closes the connection; the database goes with the last of them. */
  close(): void;
  /** The memory that the engine has, in bytes; it gives none back. */
  readonly memory: number;
}

/** Opens a database in an engine of its own. */
export function open(options?: OpenOptions): Promise<Database>;

/** Compiles assay.wasm, to be handed to several calls of open(). */
export function compile(wasm?: OpenOptions['wasm']): Promise<WebAssembly.Module>;
