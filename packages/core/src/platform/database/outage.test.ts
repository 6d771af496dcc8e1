import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import type { Database } from './open-database.ts';
import { isOutage } from './outage.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a transaction that took too long is an outage: it waited for others', async () => {
  const late = database.prisma.$transaction(
    async (tx) => {
      await setTimeout(200);
      await tx.$queryRaw`SELECT 1`;
    },
    { timeout: 50 },
  );
  expect(isOutage(await late.catch((error: unknown) => error))).toBe(true);
});
