import { tellOwner } from '../../access/account-news.ts';
import { bearerOf } from '../../access/authenticate.ts';
import { endAccess } from '../../access/end-access.ts';
import { forgetDevices } from '../../access/forget-devices.ts';
import { lockPerson } from '../../access/lock-people.store.ts';
import { lockOperators, makeOperator } from '../../access/operator.store.ts';
import { writeAccess } from '../../access/providers/directory.store.ts';
import type { ApiSessionContext } from '../../api/context.ts';
import { type Transaction, write } from '../../platform/audit.ts';
import type { InstanceAuditAction } from '../../platform/audit-actions.ts';
import type { AuditEntry } from '../../platform/audit-records.store.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { makeHandedLink } from '../members/create-reset-link.ts';
import { memberErrors } from '../members/members.names.ts';
import type { ResetLink } from '../members/members.schemas.ts';
import type { Services } from '../services.ts';
import { personErrors } from './people.names.ts';
import type { AccountView, ChangePersonInput, PersonInput } from './people.schemas.ts';
import { loadAccount, noSuchPerson } from './people.store.ts';

type OperatorContext = ApiSessionContext<Services>;

/** Operators don't take over each other: first that role is taken away, which is on record. */
const ofOperator = (field: string): ApiError =>
  invalid([field], 'This person is an operator of the instance. Take that role away first.');

/** An operator's action on someone's account, for the audit log. */
interface AccountChange {
  readonly action: InstanceAuditAction;
  readonly data?: AuditEntry['data'];
}

/** Changes an account whose row is locked, with its audit record and the mail to its owner. @returns the account as it is then */
async function changeAccount<Answer>(
  ctx: OperatorContext,
  userId: string,
  change: (tx: Transaction, account: AccountView) => Promise<{ answer: Answer; done: AccountChange | null }>,
): Promise<{ answer: Answer; account: AccountView }> {
  // A stolen personal token must not become a password, or an operator.
  if (bearerOf(ctx) !== null) throw new ApiError('auth.insufficient_scope');
  const { services } = ctx;
  const changed = await write(ctx, async (tx) => {
    const operators = await lockOperators(tx);
    if (!operators.includes(ctx.user.id)) throw new ApiError('auth.insufficient_role');
    if (!(await lockPerson(tx, userId))) throw noSuchPerson();
    const before = await loadAccount(tx, userId);
    if (!before) throw noSuchPerson();
    const { answer, done } = await change(tx, before);
    const account = (await loadAccount(tx, userId)) ?? before;
    const { name, email } = before;
    if (done) await tellOwner(tx, services, { userId, to: email, action: done.action, at: services.clock.now() });
    const audit = done ? [{ action: done.action, targetId: userId, data: { name, email, ...done.data } }] : [];
    return { answer: { answer, account }, audit };
  });
  services.jobs.wake();
  return changed;
}

/**
 * Makes someone an operator or takes that away, or keeps them out or lets them in again.
 *
 * @throws ApiError `member.not_found`, `instance.last_operator`; `validation_failed` to keep out oneself or an operator
 */
export async function changePerson(ctx: OperatorContext, input: ChangePersonInput): Promise<AccountView> {
  const { userId, operator, blocked } = input;
  if (operator === undefined && blocked === undefined) throw invalid(['operator'], 'Give operator or blocked.');
  if (operator !== undefined && blocked !== undefined) throw invalid(['blocked'], 'Change one of them at a time.');
  const now = ctx.services.clock.now();
  const { account } = await changeAccount(ctx, userId, async (tx, before) => {
    const done = blocked === undefined ? await changeRole(tx, before, operator === true, now) : null;
    return { answer: null, done: blocked === undefined ? done : await changeBlock(tx, before, blocked, now) };
  });
  return account;
}

async function changeRole(
  tx: Transaction,
  before: AccountView,
  isOne: boolean,
  now: Date,
): Promise<AccountChange | null> {
  if (before.operator === isOne) return null;
  if (isOne) {
    if (before.deactivated) throw invalid(['operator'], 'This person is kept out.');
    if (!before.email_verified)
      throw invalid(['operator'], 'The address of this account is not verified: make a link for it.');
    await makeOperator(tx, before.id, now);
    return { action: 'account.make_operator' };
  }
  if ((await lockOperators(tx)).length === 1) throw new ApiError(personErrors['instance.last_operator']);
  await tx.user.update({ where: { id: before.id }, data: { operatorSince: null } });
  return { action: 'account.remove_operator' };
}

async function changeBlock(
  tx: Transaction,
  before: AccountView,
  isBlocked: boolean,
  now: Date,
): Promise<AccountChange | null> {
  if (before.blocked === isBlocked) return null;
  if (before.operator) throw ofOperator('blocked');
  await tx.user.update({ where: { id: before.id }, data: { blockedAt: isBlocked ? now : null } });
  await writeAccess(tx, before.id, now);
  if (!isBlocked) return { action: 'account.unblock' };
  return { action: 'account.block', data: { ended: await endAccess(tx, before.id, now) } };
}

/** Ends all sessions of someone, also those of the `stele` command. @throws ApiError `member.not_found` */
export async function signPersonOut(ctx: OperatorContext, { userId }: PersonInput): Promise<{ ended: number }> {
  const { answer } = await changeAccount(ctx, userId, async (tx) => {
    await forgetDevices(tx, userId);
    await tx.verification.deleteMany({ where: { value: userId } });
    const { count: ended } = await tx.session.deleteMany({ where: { userId } });
    return { answer: { ended }, done: { action: 'account.sign_out', data: { ended } } };
  });
  return answer;
}

/**
 * Removes the codes of someone who has lost the app and the recovery codes. Their sessions end: anyone who has the app may have one.
 *
 * @throws ApiError `member.not_found`, `auth.two_factor_disabled`; `validation_failed` for operators
 */
export async function resetTwoFactor(ctx: OperatorContext, { userId }: PersonInput): Promise<AccountView> {
  const { account } = await changeAccount(ctx, userId, async (tx, before) => {
    if (before.operator) throw ofOperator('userId');
    if (!before.two_factor) throw new ApiError('auth.two_factor_disabled');
    await tx.twoFactor.deleteMany({ where: { userId } });
    await tx.user.update({ where: { id: userId }, data: { twoFactorEnabled: false } });
    await tx.verification.deleteMany({ where: { value: userId } });
    await forgetDevices(tx, userId);
    const { count: sessions } = await tx.session.deleteMany({ where: { userId } });
    return { answer: null, done: { action: 'account.reset_two_factor', data: { sessions } } };
  });
  return account;
}

/**
 * Makes a link for someone to choose a new password, which verifies the address: the operator hands it to the right person.
 *
 * @throws ApiError `member.not_found`; `member.reset_not_allowed` for operators, for someone kept out, and without passwords
 */
export async function createPersonResetLink(ctx: OperatorContext, { userId }: PersonInput): Promise<ResetLink> {
  const { services } = ctx;
  if (services.singleSignOn?.settings.replacesPasswords) throw new ApiError(memberErrors['member.reset_not_allowed']);
  const { answer } = await changeAccount(ctx, userId, async (tx, before) => {
    if (before.deactivated || before.operator) throw new ApiError(memberErrors['member.reset_not_allowed']);
    const made = await makeHandedLink(tx, services, { userId, madeById: ctx.user.id });
    return { answer: made, done: { action: 'account.create_reset_link', data: { expires_at: made.expires_at } } };
  });
  return answer;
}
