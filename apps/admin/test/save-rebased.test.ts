import { TRPCClientError } from '@trpc/client';
import { expect, it } from 'vitest';
import { saveRebased } from '../src/settings/save-rebased.ts';

const refusal = (errorCode: string) =>
  new TRPCClientError('Refused.', {
    result: { error: { code: -32009, message: 'Refused.', data: { httpStatus: 409, errorCode, details: null } } },
  });

/** Saves lists over a server that others change: each save is refused for the reason that is left, if any. */
function server(...refusals: Error[]) {
  const based: string[][] = [];
  let reads = 0;
  return {
    based,
    read: async () => ['en', `read ${++reads}`],
    save: async (now: string[]) => {
      based.push(now);
      const error = refusals.shift();
      if (error) throw error;
      return [...now, 'fr'];
    },
  };
}

it('applies a change again to what someone else has left, and to nothing else if it is not refused', async () => {
  const { based, read, save } = server(refusal('project.changed'), refusal('project.changed'));
  expect(await saveRebased(['en'], read, save)).toEqual(['en', 'read 2', 'fr']);
  expect(based).toEqual([['en'], ['en', 'read 1'], ['en', 'read 2']]);
  const quiet = server();
  expect(await saveRebased(['en'], quiet.read, quiet.save)).toEqual(['en', 'fr']);
});

it('gives up after five attempts, and at once for any other reason', async () => {
  const busy = server(...Array.from({ length: 9 }, () => refusal('project.changed')));
  await expect(saveRebased(['en'], busy.read, busy.save)).rejects.toThrow('Refused.');
  expect(busy.based).toHaveLength(5);
  const used = server(refusal('project.locale_in_use'));
  await expect(saveRebased(['en'], used.read, used.save)).rejects.toThrow('Refused.');
  expect(used.based).toHaveLength(1);
});
