/** How long snapshots are kept, and how long their objects stay after that. */
export interface Retention {
  /** Snapshots that were live within this time are kept, milliseconds. */
  readonly keepMs: number;
  /** And this many of the newest snapshots, however old they are. */
  readonly keepLast: number;
  /** How long a snapshot can still be read after it has ended, milliseconds. */
  readonly graceMs: number;
}

const HOUR_MS = 60 * 60 * 1000;

/** The last 30 days, and the last 100 snapshots; one day for builds that read a snapshot which ends. */
export const DEFAULT_RETENTION: Retention = { keepMs: 30 * 24 * HOUR_MS, keepLast: 100, graceMs: 24 * HOUR_MS };
