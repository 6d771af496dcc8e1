/** How long snapshots are kept, and how long what they consisted of outlives them. */
export interface Retention {
  /** What was live within this time is kept, milliseconds. */
  readonly keepMs: number;
  /** And so are this many of the newest snapshots, however old they are. */
  readonly keepLast: number;
  /** How long a reader that knows a snapshot may go on reading it after it has ended, milliseconds. */
  readonly graceMs: number;
}

const HOUR_MS = 60 * 60 * 1000;

/** The last 30 days, and the last 100 snapshots; a day for websites that are being built from one that ends. */
export const DEFAULT_RETENTION: Retention = { keepMs: 30 * 24 * HOUR_MS, keepLast: 100, graceMs: 24 * HOUR_MS };
