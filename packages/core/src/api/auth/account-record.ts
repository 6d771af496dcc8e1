import { tellOwner } from '../../access/account-news.ts';
import { ProviderError } from '../../access/providers/provider-error.ts';
import { type Actor, SYSTEM } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/audit.ts';
import type { InstanceAuditAction } from '../../platform/audit-actions.ts';
import { insertAuditRecords } from '../../platform/audit-records.store.ts';
import { retryConflicts } from '../../platform/database/in-transaction.ts';
import { type Connection, execute } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ApiAuthContext } from './auth-operation.ts';

/** The person of an account, as the audit log names them. */
export interface AccountOwner {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Makes a change to an account in one transaction, which `recordAccount` can be part of. @param work can run several times */
export function writeAccount<Result>(
  { services }: Pick<ApiAuthContext, 'services'>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return retryConflicts(() => services.database.prisma.$transaction(work));
}

/** Writes an audit record about a person's account, and mails them what matters to them. @param by who did it; by default the person */
export async function recordAccount(
  on: Connection,
  { services, requestId }: Pick<ApiAuthContext, 'services' | 'requestId'>,
  { id, name, email }: AccountOwner,
  action: InstanceAuditAction,
  data: Readonly<Record<string, unknown>> = {},
  by: Actor = { type: 'user', id, name, email },
): Promise<void> {
  const at = services.clock.now();
  await execute(on, insertAuditRecords([{ projectId: null, action, targetId: id, actor: by, requestId, data, at }]));
  await tellOwner(on, services, { userId: id, to: email, action, at });
}

/** How someone signs in. A program signs in by a person's session: `account.sign_in_device`. */
type Way = 'password' | 'code' | 'recovery_code' | 'passkey' | 'provider';

/** Writes to the instance's audit log that someone has signed in, from where and with what. */
export function recordSignIn(
  ctx: ApiAuthContext,
  person: AccountOwner,
  way: Way,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { pool } = ctx.services.database;
  return recordAccount(pool, ctx, person, 'account.sign_in', { way, ...more, ...clientOf(ctx) });
}

/**
 * Writes that someone has failed to sign in to an account, if there is one. It goes on by itself, so that an answer takes as long without
 * an account. Of very many failures, the log has some: others could fill it.
 */
export function recordFailedSignIn(
  ctx: ApiAuthContext,
  account: { email: string } | { id: string },
  way: Way,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const { services } = ctx;
  const record = async (): Promise<void> => {
    const user = await services.database.prisma.user.findUnique({ where: account });
    if (!user) return;
    await services.limiter.spend('auth.record_failure', user.id);
    const data = { way, ...more, ...clientOf(ctx) };
    await recordAccount(services.database.pool, ctx, user, 'account.fail_sign_in', data, SYSTEM);
  };
  void record().catch((err: unknown) => {
    if (err instanceof ApiError && err.errorCode === 'rate_limited') return;
    services.log.error({ err }, 'a failed sign-in could not be recorded');
  });
}

/** Does what ends a sign-in to an account, and records a refusal. @param account null for one that names none */
export async function recordingRefusal<Result>(
  ctx: ApiAuthContext,
  account: { email: string } | { id: string } | null,
  way: Way,
  work: () => Promise<Result>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const problem = error instanceof ProviderError ? { problem: error.problem } : {};
    const isRefusal = error instanceof ProviderError || (error instanceof ApiError && error.status < 500);
    if (isRefusal && account) recordFailedSignIn(ctx, account, way, { ...more, ...problem });
    throw error;
  }
}

const MAX_USER_AGENT_LENGTH = 300;

/** Where a request comes from, as records and lists of sessions show it. */
export function clientOf({ address, headers }: Pick<ApiAuthContext, 'address' | 'headers'>): {
  ip_address: string | null;
  user_agent: string | null;
} {
  const userAgent = headers.get('user-agent')?.slice(0, MAX_USER_AGENT_LENGTH) ?? null;
  return { ip_address: address, user_agent: userAgent };
}
