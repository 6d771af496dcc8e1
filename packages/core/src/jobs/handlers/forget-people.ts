import type { Logger } from 'pino';
import { FORGET_PERSON, type ForgottenPerson, replaceNames } from '../../access/forget-person.store.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { type JobHandler, RunLater } from '../handler.ts';

/** How long rows that name a deleted person may be written by others. */
const WAIT_MS = 10_000;

/** Replaces names of deleted people. Never given up, since no one could request it again. */
export function forgetPeople({ database, log }: { readonly database: Database; readonly log: Logger }): JobHandler {
  return {
    kind: FORGET_PERSON,
    attempts: Number.POSITIVE_INFINITY,
    run: async ({ payload, signal }) => {
      const person = payload as unknown as ForgottenPerson;
      const { replaced, isDone } = await replaceNames(database.pool, person, signal);
      log.info({ userId: person.id, replaced }, 'replaced the names of a deleted person');
      if (!isDone) throw new RunLater(WAIT_MS);
    },
  };
}
