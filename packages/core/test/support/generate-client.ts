import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Writes the Prisma client before the first test: tests of sources need nothing else that is built. */
export default async function generateClient(): Promise<void> {
  const script = path.join(import.meta.dirname, '..', '..', 'scripts', 'generate.mjs');
  await promisify(execFile)(process.execPath, [script]);
}
