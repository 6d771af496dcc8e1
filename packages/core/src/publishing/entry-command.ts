import { type Admitted, assertMay } from '../access/authorize.ts';
import type { Neighbours } from '../content/surroundings.store.ts';
import type { EntryState } from '../entries/entry.ts';
import { ApiError } from '../platform/errors.ts';
import type { WriteContext } from '../platform/write-context.ts';
import type { Plan, ProjectLiveState, PublishCommand } from './model.ts';
import type { Publisher } from './publisher.ts';

/** What changing published content takes of a request. */
export interface PublishingContext extends WriteContext, Admitted {
  readonly project: { readonly id: string };
  readonly services: WriteContext['services'] & { readonly publisher: Publisher };
}

/** What one entry is like after a command for it. */
export interface EntryOutcome {
  readonly entry: EntryState;
  readonly unchanged: boolean;
  /** Time of the snapshot that holds the change; null when nothing changed. */
  readonly publishedAt: Date | null;
}

/** A change of one entry. */
export interface EntryCommand<Answer> {
  readonly entryId: string;
  readonly reason: PublishCommand['reason'];
  readonly prepare?: PublishCommand['prepare'];
  /** Null when there's nothing to change. @throws ApiError to refuse */
  plan(entry: EntryState, project: ProjectLiveState, neighbours: Neighbours): Plan | null;
  answer(outcome: EntryOutcome): Answer;
}

/**
 * Carries out a change of one entry; it's live when this resolves.
 *
 * @throws ApiError what the plan throws, `entry.not_found`, `unavailable`
 */
export function changeEntry<Answer>(ctx: PublishingContext, command: EntryCommand<Answer>): Promise<Answer> {
  const { entryId, reason, prepare } = command;
  const existing = (entry: EntryState | undefined): EntryState => {
    if (!entry) throw new ApiError('entry.not_found');
    return entry;
  };
  return ctx.services.publisher.submit<Answer>({
    projectId: ctx.project.id,
    entryIds: [entryId],
    reason,
    actor: ctx.actor,
    requestId: ctx.requestId,
    idempotency: ctx.idempotency,
    ...(prepare && { prepare }),
    plan: (entries, project, neighbours) => {
      const entry = existing(entries.get(entryId));
      const plan = command.plan(entry, project, neighbours);
      if (plan) assertMayChange(ctx, entry, plan);
      return new Map(plan ? [[entryId, plan]] : []);
    },
    answer: ({ entries, changed, publishedAt }) =>
      command.answer({ entry: existing(entries.get(entryId)), unchanged: !changed.has(entryId), publishedAt }),
  });
}

/**
 * Refuses what somebody has no permission for: changing published content takes `entry.publish` in each locale that
 * changes, all else `entry.write`. To the trash and out of it, an entry goes as a whole.
 *
 * @throws ApiError as `assertMay` does
 */
export function assertMayChange(who: Admitted, { collectionKey }: EntryState, { live, trashedAt }: Plan): void {
  const permission = live.size > 0 ? 'entry.publish' : 'entry.write';
  assertMay(who, permission, collectionKey, trashedAt === undefined ? live.keys() : []);
}
