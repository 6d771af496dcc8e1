/** How long snapshots are kept, and their objects after that. */
export interface Retention {
  /** Snapshots that were live within this time are kept. In milliseconds. */
  readonly keepMs: number;
  /** This many of the newest snapshots are kept, however old they are. */
  readonly keepLast: number;
  /** How long a snapshot can still be read after it has ended. In milliseconds. */
  readonly graceMs: number;
}

const HOUR_MS = 60 * 60 * 1000;

/** The last 30 days and the last 100 snapshots, plus a day for builds that are reading a snapshot when it ends. */
export const DEFAULT_RETENTION: Retention = { keepMs: 30 * 24 * HOUR_MS, keepLast: 100, graceMs: 24 * HOUR_MS };
