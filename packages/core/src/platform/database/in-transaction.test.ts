import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { retryConflicts } from './in-transaction.ts';

const deadlock = Object.assign(new DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' });

it.each([
  ['is done after three conflicts', 3, deadlock, 'done', 4],
  ['fails with the fourth conflict', 4, deadlock, deadlock, 4],
  ['fails at once with another error', 1, new Error('other'), new Error('other'), 1],
])('a change %s', async (_, failures, error, outcome, tries) => {
  let tried = 0;
  const change = async (): Promise<string> => {
    tried += 1;
    if (tried <= failures) throw error;
    return 'done';
  };
  expect(await retryConflicts(change).catch((thrown: unknown) => thrown)).toEqual(outcome);
  expect(tried).toBe(tries);
});
