// `pnpm db:new-migration NAME`: writes the SQL that brings the migrations up to prisma/schema.prisma into a new migration.
// Read it before it's committed: it can't know that a column was renamed, and drops the old one with its data.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeMissingMigration } from './lib/schema-changes.ts';

const prisma = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'prisma');

const name = process.argv[2];
if (name === undefined || !/^[a-z0-9_]+$/.test(name)) {
  console.error('Give the migration a name of lower-case letters, digits and _: pnpm db:new-migration add_locales');
  process.exit(1);
}

const file = await writeMissingMigration(
  { schemaFile: path.join(prisma, 'schema.prisma'), migrationsDirectory: path.join(prisma, 'migrations') },
  name,
  new Date(),
);
console.log(
  file === undefined
    ? 'The migrations already make what prisma/schema.prisma declares: nothing to write.'
    : `Wrote ${path.relative(process.cwd(), file)}. Read it before you commit it.`,
);
