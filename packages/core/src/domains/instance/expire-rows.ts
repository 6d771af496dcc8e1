import type { JobHandler } from '../../jobs/handler.ts';
import { deleteExpiredRows } from '../../platform/database/expired-rows.store.ts';
import type { Table } from '../../platform/database/tables.ts';
import type { WriteContext } from '../../platform/write-context.ts';
import { discardAbandoned } from '../../schema-change/staged-changes.store.ts';

/** Removes expired rows, what the tables' own rules remove, and the staged changes of unfinished pushes. */
export const expireRows: JobHandler<WriteContext['services'] & { readonly tables: readonly Table[] }> = {
  kind: 'expire-rows',
  everyMs: 10 * 60_000,
  run: async (_job, { database: { pool }, tables, clock }) => {
    await deleteExpiredRows(pool, tables, clock.now());
    await discardAbandoned(pool);
  },
};
