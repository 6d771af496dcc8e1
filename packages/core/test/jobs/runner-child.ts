// A process that runs jobs until it's killed: each writes a row in the transaction that removes the job, and another one
// outside of it.
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { JobRunner } from '../../src/jobs/runner.ts';
import { openDatabase } from '../../src/platform/database/open-database.ts';
import { execute, sql } from '../../src/platform/database/sql.ts';
import { Telemetry } from '../../src/platform/telemetry/telemetry.ts';

const database = await openDatabase(
  { kind: 'postgres', url: process.argv[2] ?? '', poolSize: 4 },
  { log: pino({ level: 'silent' }) },
);
/** Ten times as fast as clocks go, so that leases of killed processes end soon. */
const clock = { now: () => new Date(Date.now() * 10) };
const runner = new JobRunner({
  pool: database.pool,
  clock,
  log: pino({ level: 'silent' }),
  telemetry: new Telemetry(),
  handlers: [
    {
      kind: 'write',
      run: async ({ payload, done }) => {
        await execute(database.pool, sql`INSERT INTO attempts (job) VALUES (${String(payload)})`);
        await setTimeout(Math.random() * 20);
        await database.prisma.$transaction(async (tx) => {
          await execute(tx, sql`INSERT INTO effects (job) VALUES (${String(payload)})`);
          await done(tx);
        });
      },
    },
  ],
});
await runner.start({ looks: true });
process.send?.('ready');
