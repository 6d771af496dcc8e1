import type { DatabaseLog } from '../../src/database/database-log.ts';

/** Says nothing. */
export const silentLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} };
