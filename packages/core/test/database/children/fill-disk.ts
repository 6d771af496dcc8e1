// Opens an embedded database and inserts long rows until it's killed, reporting "open", each number whose commit was
// acknowledged, and the SQLSTATE of each insert that was refused.
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { silentLog } from '../../support/silent-log.ts';

const [directory = '', migrationsDirectory = '', reserve = '0', first = '0'] = process.argv.slice(2);
const database = await openDatabase(
  { kind: 'pglite', directory, reserveBytes: Number(reserve) },
  { log: silentLog, files: { migrationsDirectory } },
);
process.send?.('open');
for (let n = Number(first); ; ) {
  try {
    // Random, so that it isn't compressed.
    const text = `(SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 20000))`;
    await database.pool.query(`INSERT INTO rows VALUES ($1, ${text})`, [n]);
    process.send?.(n);
    n += 1;
  } catch (error) {
    const read = await database.pool.query('SELECT count(*)::int AS n FROM rows');
    process.send?.({ refused: (error as { code?: string }).code, rows: read.rows[0].n });
    await setTimeout(100);
  }
}
