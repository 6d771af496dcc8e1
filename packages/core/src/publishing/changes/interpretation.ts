import type { Pool } from 'pg';
import { type Admitted, assertMay } from '../../access/authorize.ts';
import { isReadable, type ReadableCollections, readableIn } from '../../access/permissions.ts';
import type { PublishDependencies } from '../../content/mentioned-content.store.ts';
import type { Schemas } from '../../content/schemas.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import type { Actor } from '../../platform/actor.ts';
import { takeBreak } from '../../platform/breaks.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import type { ChangedEntries, Plan, ProjectLiveState } from '../model.ts';
import type { ChangeWarning } from './change-warning.ts';

/** The state that a change is planned on, with the earlier changes of its round applied. */
export interface PlanState {
  readonly project: ProjectLiveState;
  readonly entries: ChangedEntries;
  readonly dependencies: PublishDependencies;
  readonly now: Date;
  /** The caller who requests the change. */
  readonly by: Admitted;
}

/** The result of planning a change. */
export interface Planned {
  readonly plans: ReadonlyMap<string, Plan>;
  /** Entries that can't be changed, with the reason; only in a partial change. */
  readonly refused: ReadonlyMap<string, ApiError>;
  readonly warnings: readonly ChangeWarning[];
}

/** Where a change reads what its plan needs, besides entries and what they depend on. */
export interface ChangeSource {
  readonly pool: Pool;
  readonly schemas: Schemas;
  /** The collections that the caller may read; other entries' titles must not be in warnings and errors. */
  readonly reads: ReadableCollections;
  /** Who requests the change. */
  readonly by: Actor;
}

/** A change that is ready to be planned. */
export interface ReadyChange {
  /** Entries that it may change. */
  readonly entryIds: readonly string[];
  /**
   * Decides what changes, from nothing but the state. It's called again whenever that has changed.
   *
   * @throws ApiError to refuse the whole change; StateMoved when what was read is out of date
   */
  plan(state: PlanState): Promise<Planned>;
}

/** How one kind of change is carried out. */
export interface Interpretation {
  /** The change's name in history, audit log and events. */
  readonly reason: 'publish' | 'unpublish' | 'republish' | 'delete' | 'restore' | 'order' | 'asset' | 'path';
  /** The assets that the history names instead of the changed entries, if any. */
  readonly about?: { readonly asset_ids: readonly string[] };
  /**
   * Whether it reads rows that other changes of its round may change, whose writes aren't in the database yet. A round takes only
   * one such change, and plans it first.
   */
  readonly readsAlone: boolean;
  /** Reads what the plan needs, in each attempt. @throws ApiError to refuse */
  read(source: ChangeSource, project: ProjectLiveState): Promise<ReadyChange>;
}

/** Some entries can't be changed, so none is. The details name each of them. */
export class ChangeRefused extends ApiError {
  readonly refused: ReadonlyMap<string, ApiError>;

  constructor(ids: readonly string[], refused: ReadonlyMap<string, ApiError>) {
    const details = [...refused].flatMap(([id, error]): ErrorDetail[] => {
      const place = { entry_id: id, code: error.errorCode };
      const path = ['entry_ids', ids.indexOf(id)];
      const own = error.details ?? [{ path: [], message: error.message }];
      return own.map((detail) => ({ ...detail, ...place, path: [...path, ...detail.path] }));
    });
    super('entry.bulk_refused', { details });
    this.refused = refused;
  }
}

/**
 * Plans entries one by one, each after those before it.
 *
 * @param planOne returns null when there's nothing to change; throws an ApiError to refuse the entry
 * @throws ChangeRefused unless the change is partial
 */
export async function planEach<Asked extends { readonly id: string }>(
  { entries: asked, partial }: { readonly entries: readonly Asked[]; readonly partial: boolean },
  { entries, by }: PlanState,
  planOne: (entry: EntryRecord, asked: Asked, others: Iterable<Plan>) => Plan | null | Promise<Plan | null>,
): Promise<Pick<Planned, 'plans' | 'refused'>> {
  const reads = readableIn(by.rights);
  const plans = new Map<string, Plan>();
  const refused = new Map<string, ApiError>();
  for (const one of asked) {
    await takeBreak();
    try {
      const entry = entries.get(one.id);
      if (!entry || !isReadable(reads, entry.collectionKey)) throw new ApiError('entry.not_found');
      const plan = await planOne(entry, one, plans.values());
      if (!plan) continue;
      assertMayPlan(by, entry, plan);
      plans.set(one.id, plan);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.set(one.id, error);
    }
  }
  const ids = asked.map(({ id }) => id);
  if (refused.size > 0 && !partial) throw new ChangeRefused(ids, refused);
  return { plans, refused };
}

/**
 * Checks permissions: changing published content needs `entry.publish` in each changed locale, anything else `entry.write`.
 * Moving an entry to the trash or out of it needs the permission for all locales.
 *
 * @throws ApiError as `assertMay` does
 */
export function assertMayPlan(by: Admitted, entry: EntryRecord, { live, trashedAt }: Plan): void {
  const permission = live.size > 0 ? 'entry.publish' : 'entry.write';
  const isMoved = trashedAt !== undefined && (trashedAt === null) !== (entry.trashedAt === null);
  assertMay(by, permission, entry, isMoved ? [] : live.keys());
}
