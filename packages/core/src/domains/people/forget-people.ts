import { FORGET_PERSON, type ForgottenPerson, replaceNames } from '../../access/forget-person.store.ts';
import { type JobHandler, RunLater } from '../../jobs/handler.ts';
import type { JobServices } from '../services.ts';

/** How long rows that name a deleted person may be written by others. */
const WAIT_MS = 10_000;

/** Replaces names of deleted people, outside of tables once no row has them. Never given up, since no one could request it again. */
export const forgetPeople: JobHandler<JobServices> = {
  kind: FORGET_PERSON,
  attempts: Number.POSITIVE_INFINITY,
  run: async ({ payload, signal }, services) => {
    const person = payload as unknown as ForgottenPerson;
    const { replaced, isDone } = await replaceNames(services.database.pool, services.tables, person, signal);
    services.log.info({ userId: person.id, replaced }, 'replaced the names of a deleted person');
    if (!isDone) throw new RunLater(WAIT_MS);
    for (const forget of services.forgets) await forget(services, person, signal);
  },
};
