// Opens an embedded database and inserts rows until it's killed, reporting "open" and then each number whose commit was
// acknowledged.
import { openDatabase } from '../../../src/platform/database/open-database.ts';
import { silentLog } from '../../support/silent-log.ts';

const [directory = '', migrationsDirectory = '', first = '0'] = process.argv.slice(2);
const database = await openDatabase({ kind: 'pglite', directory }, { log: silentLog, files: { migrationsDirectory } });
process.send?.('open');
for (let n = Number(first); ; n += 1) {
  await database.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO rows VALUES (${n}, ${'x'.repeat(500)})`;
    await tx.$executeRaw`UPDATE counter SET n = n + 1`;
  });
  process.send?.(n);
}
