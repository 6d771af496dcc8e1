import type { Connection } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import type { CoreSettings } from './caller.ts';
import { isOperator } from './operator.store.ts';
import type { OperatorOnlyKind } from './operator-only.ts';

/** Whether a person, or the program itself, may do something that the instance may leave to its operator. */
export async function mayDespite(
  on: Connection,
  { operatorOnly }: Pick<CoreSettings, 'operatorOnly'>,
  kind: OperatorOnlyKind,
  actorId: string | null,
): Promise<boolean> {
  return !operatorOnly?.has(kind) || (actorId !== null && (await isOperator(on, actorId)));
}

/** @throws ApiError `instance.operator_only` for someone to whom the instance doesn't leave it */
export async function assertLeftTo(...asked: Parameters<typeof mayDespite>): Promise<void> {
  if (!(await mayDespite(...asked))) throw new ApiError('instance.operator_only');
}
