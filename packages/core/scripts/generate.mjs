// Writes the Prisma client to src/generated/prisma, offline: `prisma generate` insists on a schema-engine binary that it
// never runs, so it gets the stand-in beside this file, and the check for new versions is off.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const prismaPackage = createRequire(import.meta.url).resolve('prisma/package.json');

const { status, error } = spawnSync(
  process.execPath,
  [
    path.join(path.dirname(prismaPackage), 'build', 'index.js'),
    'generate',
    '--schema',
    path.join(here, '..', '..', '..', 'prisma', 'schema.prisma'),
    '--no-hints',
  ],
  {
    cwd: path.join(here, '..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      CHECKPOINT_DISABLE: '1',
      PRISMA_SCHEMA_ENGINE_BINARY: path.join(here, 'schema-engine-stand-in.sh'),
    },
  },
);
if (error) throw error;
process.exitCode = status ?? 1;
