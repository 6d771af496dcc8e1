import type { Connection } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import type { CoreSettings } from './caller.ts';
import { isOperator } from './operator.store.ts';

/**
 * What an instance can leave to its operator: `projects`, to make one; `invitations`, to let in someone who has no account yet; `groups`,
 * to give roles to groups of a provider.
 */
const kinds = ['projects', 'invitations', 'groups'] as const;
export type OperatorOnly = ReadonlySet<(typeof kinds)[number]>;

/** Reads the setting: `projects,invitations`. @throws Error that says what is wrong with it */
export function parseOperatorOnly(setting: string | undefined): OperatorOnly {
  const parts = (setting ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return new Set(
    parts.map((part) => {
      const kind = kinds.find((one) => one === part);
      if (!kind) throw new Error(`STELE_OPERATOR_ONLY holds "${part}". Give projects, invitations, groups or several.`);
      return kind;
    }),
  );
}

/** Whether a person, or the program itself, may do something that the instance may leave to its operator. */
export async function mayDespite(
  on: Connection,
  { operatorOnly }: Pick<CoreSettings, 'operatorOnly'>,
  kind: (typeof kinds)[number],
  actorId: string | null,
): Promise<boolean> {
  return !operatorOnly?.has(kind) || (actorId !== null && (await isOperator(on, actorId)));
}

/** @throws ApiError `instance.operator_only` for someone to whom the instance doesn't leave it */
export async function assertLeftTo(...asked: Parameters<typeof mayDespite>): Promise<void> {
  if (!(await mayDespite(...asked))) throw new ApiError('instance.operator_only');
}
