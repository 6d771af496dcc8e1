import type { ObjectStorage } from '@stele/storage';
import type { Logger } from 'pino';
import { FORGET_PERSON, type ForgottenPerson, replaceNames } from '../../access/forget-person.store.ts';
import { replaceNamesInArchives } from '../../features/archives/forget-in-archives.ts';
import { type JobHandler, RunLater } from '../../jobs/handler.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { Table } from '../../platform/database/tables.ts';

/** How long rows that name a deleted person may be written by others. */
const WAIT_MS = 10_000;

interface ForgetServices {
  readonly database: Database;
  readonly tables: readonly Table[];
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Replaces names of deleted people, in archives once no row has them. Never given up, since no one could request it again. */
export const forgetPeople: JobHandler<ForgetServices> = {
  kind: FORGET_PERSON,
  attempts: Number.POSITIVE_INFINITY,
  run: async ({ payload, signal }, services) => {
    const person = payload as unknown as ForgottenPerson;
    const { replaced, isDone } = await replaceNames(services.database.pool, services.tables, person, signal);
    services.log.info({ userId: person.id, replaced }, 'replaced the names of a deleted person');
    if (!isDone) throw new RunLater(WAIT_MS);
    const archived = await replaceNamesInArchives(services, person, signal);
    services.log.info({ userId: person.id, archived }, 'replaced the names of a deleted person in archives');
  },
};
