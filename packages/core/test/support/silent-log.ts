import type { DatabaseLog } from '../../src/platform/database/database-log.ts';

/** Says nothing. */
export const silentLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} };
