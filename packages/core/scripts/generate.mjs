// Writes the Prisma client to src/generated/prisma, unless it's there for the present schema; any number of these may run
// at once. Works offline: `prisma generate` insists on a schema-engine binary that it never runs, so it gets the stand-in
// beside this file, and the check for new versions is off.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { waitForLock } from 'fs-native-extensions';

const core = path.join(import.meta.dirname, '..');
const schema = path.join(core, '..', '..', 'prisma', 'schema.prisma');
const client = path.join(core, 'src', 'generated', 'prisma', 'client.ts');
const cache = path.join(core, 'node_modules', '.cache', 'stele');
/** Names the schema that the client was written from. */
const stamp = path.join(cache, 'generated');

mkdirSync(cache, { recursive: true });
// The lock ends with the process.
await waitForLock(openSync(`${stamp}.lock`, 'a'), 0, 1);
const wanted = createHash('sha256').update(readFileSync(schema)).digest('hex');
const written = existsSync(client) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
if (!written) {
  const prisma = path.dirname(createRequire(import.meta.url).resolve('prisma/package.json'));
  const { status, error } = spawnSync(
    process.execPath,
    [path.join(prisma, 'build', 'index.js'), 'generate', '--schema', schema, '--no-hints'],
    {
      cwd: core,
      stdio: 'inherit',
      env: {
        ...process.env,
        CHECKPOINT_DISABLE: '1',
        PRISMA_SCHEMA_ENGINE_BINARY: path.join(import.meta.dirname, 'schema-engine-stand-in.sh'),
      },
    },
  );
  if (error) throw error;
  if (status === 0) writeFileSync(stamp, wanted);
  process.exitCode = status ?? 1;
}
