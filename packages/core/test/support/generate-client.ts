import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withFileLock } from './file-lock.ts';

const CORE = path.join(import.meta.dirname, '..', '..');
const SCHEMA = path.join(CORE, '..', '..', 'prisma', 'schema.prisma');
const CLIENT = path.join(CORE, 'src', 'generated', 'prisma', 'client.ts');
/** Names the schema that the client was last written from here. */
const STAMP = path.join(CORE, 'node_modules', '.cache', 'stele', 'generated');

/** Writes the Prisma client before the first test, unless it's there: tests of sources need nothing else that is built. */
export default async function generateClient(): Promise<void> {
  const wanted = createHash('sha256')
    .update(await readFile(SCHEMA))
    .digest('hex');
  await withFileLock(`${STAMP}.lock`, async () => {
    const written = existsSync(CLIENT) ? await readFile(STAMP, 'utf8').catch(() => '') : '';
    if (written === wanted) return;
    await promisify(execFile)(process.execPath, [path.join(CORE, 'scripts', 'generate.mjs')]);
    await writeFile(STAMP, wanted);
  });
}
