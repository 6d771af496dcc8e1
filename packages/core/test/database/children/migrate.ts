// Migrates the database of a URL from a folder on command, and reports which migrations it applied itself.
import { Pool } from 'pg';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { silentLog } from '../../support/silent-log.ts';

const [url = '', directory = ''] = process.argv.slice(2);
process.on('message', async () => {
  const pool = new Pool({ connectionString: url, max: 2 });
  const applied = await migrate(pool, directory, silentLog);
  await pool.end();
  process.send?.(applied);
  process.disconnect();
});
process.send?.('ready');
