import { findPeopleInGroups } from '../../../access/providers/directory.store.ts';
import type { Services } from '../../../domains/services.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Transaction } from '../../../platform/audit.ts';
import type { InstanceAuditAction } from '../../../platform/audit-actions.ts';
import { type AuditRecord, insertAuditRecords } from '../../../platform/audit-records.store.ts';
import { retryConflicts } from '../../../platform/database/in-transaction.ts';
import { execute } from '../../../platform/database/sql.ts';
import { isUniqueViolation } from '../../../platform/database/unique-violation.ts';
import { alignMemberships } from '../group-members.ts';
import { ScimError } from './scim-error.ts';

/** Groups can have thousands of people. */
const TIMEOUT_MS = 30_000;

/** A request of a provider's directory. */
export interface Directory {
  readonly services: Services;
  readonly provider: { readonly id: string; readonly name: string };
  /** Where its resources are. */
  readonly url: string;
  readonly requestId: string;
}

/** A SCIM resource, as JSON. */
export type Resource = Readonly<Record<string, unknown>>;

/** A page of resources: where it begins, from 1, and how many it has at most. */
export interface ScimPage {
  readonly startIndex: number;
  readonly count: number;
}

/**
 * Carries out a change.
 *
 * @param work runs again when the database aborts it because of a conflict
 * @throws ScimError `uniqueness` when another request made the same meanwhile
 */
export async function changeDirectory<Result>(
  { services }: Directory,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await retryConflicts(() => services.database.prisma.$transaction(work, { timeout: TIMEOUT_MS }));
  } catch (error) {
    const isTwice = ['users_email_key', 'directory_users_pkey', 'directory_users_provider_user_name_key'].some((key) =>
      isUniqueViolation(error, key),
    );
    if (isTwice) throw new ScimError(409, 'uniqueness', 'There is such a user or account already.');
    if (isUniqueViolation(error, 'directory_groups_provider_name_key')) {
      throw new ScimError(409, 'uniqueness', 'There is a group of this name already.');
    }
    throw error;
  }
}

/** The author of what a directory changes. */
export function directoryActor({ provider }: Pick<Directory, 'provider'>): Actor {
  return { type: 'system', id: 'scim', name: `${provider.name} (SCIM)` };
}

/** The audit record of a change of an account or a group by the directory. */
export function recordOf(
  directory: Directory,
  action: InstanceAuditAction,
  targetId: string,
  data: AuditRecord['data'] = {},
): AuditRecord {
  const { services, provider, requestId } = directory;
  const actor = directoryActor(directory);
  const at = services.clock.now();
  return { projectId: null, action, targetId, actor, requestId, data: { provider: provider.id, ...data }, at };
}

/** Brings the memberships of people in line with what the directory has told, and writes audit records. People must be locked. */
export async function alignAndRecord(
  tx: Transaction,
  directory: Directory,
  userIds: readonly string[],
  records: readonly AuditRecord[],
): Promise<void> {
  const { services, provider, requestId } = directory;
  const people = userIds.length > 0 ? await findPeopleInGroups(tx, provider.id, userIds) : [];
  const source = { provider, actor: directoryActor(directory), requestId };
  const aligned = await alignMemberships(tx, services, source, people);
  if (records.length + aligned.length > 0) await execute(tx, insertAuditRecords([...records, ...aligned]));
}
