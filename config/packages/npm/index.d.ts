/** A connection of better-sqlite3, node:sqlite or another driver. */
export interface ExtensionLoader {
  loadExtension(path: string): unknown;
  exec(sql: string): unknown;
  prepare(sql: string): unknown;
}

/**
 * Scores and counts by name, or the unchanged text of a judge's reply. A value that can't
 * be read is missing, and a missing value never passes.
 */
export type Evidence = object | string | null | undefined;

/** A list of the evidence of rounds 1, 2 and so on, or a map from round to evidence. */
export type Rounds =
  | readonly Evidence[]
  | ReadonlyMap<number | string, Evidence>
  | { readonly [round: number | string]: Evidence };

export type Id = number | bigint | string;

/** A source: its name, or an object. `published` is a date that age_days() can read. */
export type Source =
  | string
  | { source: string; domain?: string | null; published?: string | Date | null };

export interface Verdict {
  passed: boolean;
  /** Why the gate fails; empty if the round passes. */
  reason: string;
  /** The confidence index, which only breaks ties between rounds. */
  ci: number | null;
  failedDimensions: string[];
  /** The names that the gate needs but the evidence lacks. */
  missing: string[];
  /** The names in the evidence that the gate does not read. */
  unknown: string[];
  /** The whole answer of SQL's rubric_report(). */
  report: Record<string, unknown>;
}

export interface Decision {
  action: 'continue' | 'pass' | 'halt_contradiction' | 'patience_stop' | 'max_rounds';
  /** The round that stops the run; null while it continues. */
  round: number | string | null;
  /** The round to use as the run's answer. */
  returnedRound: number | string | null;
  /** Why the last round that was judged fails; empty if it passes. */
  reason: string;
  /** The run's id, if the decision is about a stored run. */
  runId?: Id;
}

/** A mistake in a call. `value` is an SQL literal, null if the message has no value. */
export class AssayError extends Error {
  function: string;
  argument: string;
  rule: string;
  value: string | null;
}

/** Settings that can't be loaded. For settings from an object, `file` is "yaml". */
export class SettingsError extends Error {
  file: string;
  line: number | null;
  column: number | null;
  problem: string;
}

/** Returns the path of the extension for this platform. Throws if it is missing. */
export function getLoadablePath(): string;

/**
 * Loads assay into a connection and returns the connection. Open a connection of
 * node:sqlite with `{ allowExtension: true }`. `settings` is the name of a YAML file, or
 * an object. Without `settings`, load() loads the newest contract in the file (settings
 * that sqlPath("contract.sql") stored), checks its digest (a hash), and warns once.
 * `contract` may be the digest of another contract; with null, load() loads no contract:
 * use null for a stranger's file. With `settings`, load() loads the given settings, and
 * compares them with the contract. With `strict`, problems are errors, not warnings.
 */
export function load<Database extends ExtensionLoader>(
  db: Database,
  options?: { settings?: string | object; strict?: boolean; contract?: string | null },
): Database;

/** Is this round good enough, and if not, why? Without `db` built-in settings decide. */
export function gate(
  evidence: Evidence,
  options?: { rubric?: string; db?: ExtensionLoader },
): Verdict;

/** Does the run need another round? The rounds are stored, or passed as evidence. */
export function stop(
  db: ExtensionLoader,
  runId: Id,
  options?: { rubric?: string },
): Decision;
export function stop(
  rounds: Rounds,
  options?: { rubric?: string; db?: ExtensionLoader },
): Decision;

/** Returns the best of all the run's rounds, or null without a round. */
export function best(
  db: ExtensionLoader,
  runId: Id,
  options?: { rubric?: string },
): number | string | null;
export function best(
  rounds: Rounds,
  options?: { rubric?: string; db?: ExtensionLoader },
): number | string | null;

/** Returns the decision on every stored run that has a round. */
export function decisions(db: ExtensionLoader, options?: { rubric?: string }): Decision[];

/**
 * Stores a round, the run if it is new, and the round's sources: all or nothing. `title`
 * and `asOf` are stored if the run is new; the defaults are the run's id and today.
 */
export function recordRound(
  db: ExtensionLoader,
  runId: Id,
  round: number,
  evidence: Evidence,
  sources?: Iterable<Source>,
  options?: { rubric?: string; title?: string; asOf?: string },
): void;

/** Returns the path of an SQL file such as "views.sql"; without a name, the path of their
 * folder. */
export function sqlPath(name?: string): string;
