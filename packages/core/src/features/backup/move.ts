import type { ObjectStorage } from '@stele/storage';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { describeTables, readOneMoment, readRows, setTextForms } from './dump.store.ts';
import { inOrder } from './in-order.ts';
import {
  beginLoading,
  countRows,
  finishLoading,
  insertRows,
  isInUse,
  lockTables,
  type RowTexts,
} from './load.store.ts';
import type { ReportProgress } from './manifest.ts';
import { copyObject, storedObjects } from './objects.ts';
import { assertEmpty, RestoreRefusedError } from './restore.ts';

const AT_ONCE = 24;

interface Instance {
  readonly database: Pick<Database, 'pool'>;
  readonly storage: ObjectStorage;
}

/**
 * Copies an instance that isn't running to another database and storage, with all ids. The source stays as it is. When it's
 * cut off, the target's database is still empty, and running it again goes on with the objects that are missing.
 *
 * @throws RestoreRefusedError when the target's database isn't empty, or the source still runs; DamagedBackupError for a damaged object
 */
export async function moveInstance(from: Instance, to: Instance, report: ReportProgress): Promise<void> {
  await assertEmpty(to.database.pool);
  await assertStopped(from.database.pool);
  let done = 0;
  const copy = async (object: { readonly key: string; readonly size: number; lastModified: Date }): Promise<void> => {
    if ((await to.storage.head(object.key))?.size !== object.size) await copyObject(from.storage, to.storage, object);
    report({ step: 'objects', done: ++done });
  };
  for await (const _ of inOrder(storedObjects(from.storage, ''), AT_ONCE, copy));
  await inTransaction(from.database.pool, async (source) => {
    await readOneMoment(source);
    await assertStopped(source);
    await inTransaction(to.database.pool, async (target) => {
      const shapes = await describeTables(target);
      await setTextForms(target);
      await lockTables(target, shapes.keys());
      await assertEmpty(target);
      await beginLoading(target, shapes.keys());
      let rows = 0;
      for (const [name, shape] of shapes) {
        const before = rows;
        const columns = shape.columns.map((column) => column.name);
        for await (const page of readRows(source, shape)) {
          const texts = page.map(({ line }) => JSON.parse(line) as RowTexts);
          await insertRows(target, shape, columns, texts);
          rows += page.length;
          report({ step: 'rows', done: rows });
        }
        const counted = await countRows(target, name);
        if (counted !== rows - before) throw new Error(`The table ${name} has ${counted} rows, not ${rows - before}.`);
      }
      report({ step: 'indexes', done: 0 });
      await finishLoading(target);
    });
  });
}

/** A running process could save rows too late for the copy. */
async function assertStopped(on: Pool | PoolClient): Promise<void> {
  if (!(await isInUse(on))) return;
  throw new RestoreRefusedError(
    'Stele still runs on the database that is to be moved. Stop all of its processes first.',
  );
}
