import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import type { Database } from './open-database.ts';
import { execute, sql } from './sql.ts';
import { isUniqueViolation } from './unique-violation.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.prisma.project.create({
    data: { id: 'prj_slug', name: 'a', slug: 'projects_pkey', defaultLocale: 'en' },
  });
});
afterAll(() => database.close());

const insert = sql`INSERT INTO projects (id, name, slug, default_locale) VALUES ('prj_b', 'b', 'projects_pkey', 'en')`;
const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it.each([
  ['pg', () => execute(database.pool, insert)],
  [
    'Prisma',
    () =>
      database.prisma.project.create({ data: { id: 'prj_b', name: 'b', slug: 'projects_pkey', defaultLocale: 'en' } }),
  ],
  ['a raw statement in a transaction of Prisma', () => database.prisma.$transaction((tx) => execute(tx, insert))],
])('an error of %s names the constraint, which is not looked for in values', async (_, write) => {
  const error = await caught(write());
  expect(isUniqueViolation(error, 'projects_slug_key')).toBe(true);
  for (const other of ['projects_pkey', 'slug', 'projects_slug', '23505']) {
    expect(isUniqueViolation(error, other), other).toBe(false);
  }
});

it('other errors are none', async () => {
  const missing = await caught(execute(database.pool, sql`INSERT INTO projects (id) VALUES ('projects_slug_key')`));
  for (const error of [missing, new Error('projects_slug_key'), null]) {
    expect(isUniqueViolation(error, 'projects_slug_key')).toBe(false);
  }
});
