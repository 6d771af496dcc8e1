import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Settings of tests that import the core's sources: the Prisma client is written before the first one. */
export const generatesClient = { test: { globalSetup: [fileURLToPath(import.meta.url)] } };

export default async function generateClient() {
  const script = path.join(import.meta.dirname, '..', '..', 'scripts', 'generate.mjs');
  await promisify(execFile)(process.execPath, [script]);
}
