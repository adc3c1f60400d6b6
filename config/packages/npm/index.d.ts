/** What better-sqlite3's Database, node:sqlite's DatabaseSync and others have. */
export interface ExtensionLoader {
  loadExtension(path: string): unknown;
  exec(sql: string): unknown;
  prepare(sql: string): unknown;
}

/**
 * Scores and counts by name, or what a judge replied, as it came. What can't be read is
 * missing, and what is missing never passes.
 */
export type Evidence = object | string | null | undefined;

/** Rounds 1, 2 and so on; or rounds by their number. */
export type Rounds =
  | readonly Evidence[]
  | ReadonlyMap<number | string, Evidence>
  | { readonly [round: number | string]: Evidence };

export type Id = number | bigint | string;

/** A name, or more: `published` is a date that SQL's age_days() reads. */
export type Source =
  | string
  | { source: string; domain?: string | null; published?: string | Date | null };

export interface Verdict {
  passed: boolean;
  /** Empty on a pass. */
  reason: string;
  /** The index, which breaks ties and decides nothing else. */
  ci: number | null;
  failedDimensions: string[];
  /** What the gate reads and the evidence lacks. */
  missing: string[];
  /** What the evidence has and nobody reads. */
  unknown: string[];
  /** All that SQL's rubric_report() says. */
  report: Record<string, unknown>;
}

export interface Decision {
  action: 'continue' | 'pass' | 'halt_contradiction' | 'patience_stop' | 'max_rounds';
  /** The round that stops the run; null while it continues. */
  round: number | string | null;
  /** The round to hand out. */
  returnedRound: number | string | null;
  /** What keeps that round from passing. */
  reason: string;
  /** Of a stored run. */
  runId?: Id;
}

/** A mistake in a call; what was given as SQL spells it, null where nobody says. */
export class AssayError extends Error {
  function: string;
  argument: string;
  rule: string;
  value: string | null;
}

/** Settings that can't be loaded. Those given as an object are the file "yaml". */
export class SettingsError extends Error {
  file: string;
  line: number | null;
  column: number | null;
  problem: string;
}

/** The extension's file for this platform. Throws where there is none. */
export function getLoadablePath(): string;

/**
 * Loads assay into a connection and returns it. One of node:sqlite must have been opened
 * with `{ allowExtension: true }`. `settings` is the name of a YAML file, or an object.
 * Without them the newest contract in the file is loaded and required, and a warning of
 * Node's says so once; `contract` may be the digest of another one, and null is for files
 * that are not yours. With settings a contract is only compared. With `strict`, what
 * would be a warning is an error.
 */
export function load<Database extends ExtensionLoader>(
  db: Database,
  options?: { settings?: string | object; strict?: boolean; contract?: string | null },
): Database;

/** Is this round good enough, and if not, why? Without `db`: under built-in settings. */
export function gate(
  evidence: Evidence,
  options?: { rubric?: string; db?: ExtensionLoader },
): Verdict;

/** Another round, or not? Of a stored run, or of rounds in hand. */
export function stop(
  db: ExtensionLoader,
  runId: Id,
  options?: { rubric?: string },
): Decision;
export function stop(
  rounds: Rounds,
  options?: { rubric?: string; db?: ExtensionLoader },
): Decision;

/** The round to keep of all that ran, null where there is none. */
export function best(
  db: ExtensionLoader,
  runId: Id,
  options?: { rubric?: string },
): number | string | null;
export function best(
  rounds: Rounds,
  options?: { rubric?: string; db?: ExtensionLoader },
): number | string | null;

/** The decision on every stored run that has a round. */
export function decisions(db: ExtensionLoader, options?: { rubric?: string }): Decision[];

/**
 * Stores a round, its run if that is new, and what it cites: all of it or nothing.
 * `title` and `asOf` are those of a new run, else its id and today.
 */
export function recordRound(
  db: ExtensionLoader,
  runId: Id,
  round: number,
  evidence: Evidence,
  sources?: Iterable<Source>,
  options?: { rubric?: string; title?: string; asOf?: string },
): void;

/** A file of assay's SQL, such as "views.sql"; without a name the folder. */
export function sqlPath(name?: string): string;
