import {
  countNames,
  deleteAccount,
  FORGET_PERSON,
  type ForgottenPerson,
  loadAddresses,
} from '../../access/forget-person.store.ts';
import { lockPerson } from '../../access/lock-people.store.ts';
import { isOperator } from '../../access/operator.store.ts';
import type { ApiSessionContext } from '../../api/context.ts';
import { write } from '../../platform/audit.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { enqueueJobs } from '../../platform/job-queue.store.ts';
import { memberErrors } from '../members/members.names.ts';
import type { Services } from '../services.ts';
import { type DeletePersonInput, type PersonDeletion, placesOfNames } from './people.schemas.ts';
import { countOfPerson, findOnlyOwned, noSuchPerson } from './people.store.ts';

/** Requests of the person that run already can still write their name within this time. */
const LATE_MS = 60 * 60_000;

/** The consequences of deleting a person for good. @throws ApiError `member.not_found` */
export async function loadPersonDeletion(
  ctx: ApiSessionContext<Services>,
  { userId }: Pick<DeletePersonInput, 'userId'>,
): Promise<PersonDeletion> {
  return meaningOf(ctx, await findPerson(ctx, userId));
}

type PersonToDelete = Pick<PersonDeletion, 'id' | 'name' | 'email'>;

async function findPerson({ services }: ApiSessionContext<Services>, id: string): Promise<PersonToDelete> {
  const person = await services.database.prisma.user.findUnique({ where: { id } });
  if (!person) throw noSuchPerson();
  return person;
}

async function meaningOf(
  { services }: ApiSessionContext<Services>,
  { id, name, email }: PersonToDelete,
): Promise<PersonDeletion> {
  const { pool } = services.database;
  const now = services.clock.now();
  const addresses = await loadAddresses(pool, { id, email }, now);
  const [counted, ofPerson, onlyOwned] = await Promise.all([
    countNames(pool, services.tables, { id, addresses }),
    countOfPerson(pool, { id, email }, now),
    findOnlyOwned(pool, id),
  ]);
  const names = Object.fromEntries(placesOfNames.map((place) => [place, 0])) as PersonDeletion['names'];
  for (const { name: table, countedAs = 'records' } of services.tables) {
    names[countedAs as keyof typeof names] += counted.get(table) ?? 0;
  }
  return { id, name, email, names, ...ofPerson, only_owner_of: onlyOwned };
}

/**
 * Deletes a person for good. When it resolves, they're signed out and no member any more; a job replaces their name in all
 * records.
 *
 * @throws ApiError `member.not_found`; `validation_failed` for another address, or the operator; `member.last_owner` with the
 *   projects that no one else owns
 */
export async function deletePerson(
  ctx: ApiSessionContext<Services>,
  input: DeletePersonInput,
): Promise<PersonDeletion> {
  const person = await findPerson(ctx, input.userId);
  const { id, email } = person;
  if (input.confirm_email !== email) throw invalid(['confirm_email'], 'This is not the email address of the person.');
  const meant = await meaningOf(ctx, person);
  const { names, ends, stays } = meant;
  const now = ctx.services.clock.now();
  await write(ctx, async (tx) => {
    if (!(await lockPerson(tx, id))) throw noSuchPerson();
    if (await isOperator(tx, id))
      throw invalid(['userId'], 'This person is an operator of the instance. Take that role away first.');
    const owned = await findOnlyOwned(tx, id);
    if (owned.length > 0) {
      const details = owned.map((project) => ({ path: [], message: `No one else owns “${project.name}”.` }));
      throw new ApiError(memberErrors['member.last_owner'], { details });
    }
    const payload = { id, addresses: await loadAddresses(tx, person, now) } satisfies ForgottenPerson;
    await deleteAccount(tx, payload);
    const late = new Date(now.getTime() + LATE_MS);
    const jobs = [
      { kind: FORGET_PERSON, key: id, payload, runAt: now },
      { kind: FORGET_PERSON, key: `${id} late`, payload, runAt: late },
    ];
    await enqueueJobs(tx, jobs, now);
    return { answer: meant, audit: { action: 'instance.delete_person', targetId: id, data: { names, ends, stays } } };
  });
  ctx.services.jobs.wake();
  return meant;
}
