import type { Pool } from 'pg';
import { type Admitted, assertMay } from '../../access/authorize.ts';
import type { Schemas } from '../../content/schemas.ts';
import type { Neighbours } from '../../content/surroundings.store.ts';
import type { EntryRecord } from '../../entries/entry.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import type { ChangedEntries, Plan, ProjectLiveState } from '../model.ts';
import type { ChangeWarning } from './change-warning.ts';

/** What a change is planned on: as the changes before it in its round leave it. */
export interface PlanState {
  readonly project: ProjectLiveState;
  readonly entries: ChangedEntries;
  /** What the drafts of the entries refer to, and the unique values that the entries hold. */
  readonly neighbours: Neighbours;
  readonly now: Date;
  /** Who asks for the change. */
  readonly by: Admitted;
}

/** What a change comes to. */
export interface Planned {
  /** Entries that change. */
  readonly plans: ReadonlyMap<string, Plan>;
  /** Entries that can't be changed, and why; only of a partial change. */
  readonly refused: ReadonlyMap<string, ApiError>;
  readonly warnings: readonly ChangeWarning[];
}

/** Where a change reads what planning it needs besides entries and their neighbours. */
export interface ChangeSource {
  readonly pool: Pool;
  readonly schemas: Schemas;
}

/** A change for which everything is read. */
export interface ReadyChange {
  /** Entries that it may change. */
  readonly entryIds: readonly string[];
  /**
   * Decides what changes: a pure function, called again whenever the state turns out to have moved.
   *
   * @throws ApiError to refuse the whole change; StateMoved when what was read is out of date
   */
  plan(state: PlanState): Planned;
}

/** What a kind of change means. */
export interface Interpretation {
  /** What it's called in history, audit log and events. */
  readonly reason: 'publish' | 'unpublish' | 'republish' | 'delete' | 'restore' | 'order' | 'asset';
  /** What it's about instead of the entries that it changes: for it alone the history has an item then. */
  readonly about?: { readonly asset_ids: readonly string[] };
  /**
   * Whether it reads what other changes of its round may be about to change: they aren't in the database yet, so a round takes
   * one such change, first.
   */
  readonly readsAlone: boolean;
  /** Reads what the plan needs besides, again in each attempt. @throws ApiError to refuse */
  read(source: ChangeSource, project: ProjectLiveState): Promise<ReadyChange>;
}

/** Some entries can't be changed, so none is. Its details name each of them. */
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
 * @param planOne null when there's nothing to change; it throws an ApiError to refuse the entry
 * @throws ChangeRefused unless the change is partial
 */
export function planEach<Asked extends { readonly id: string }>(
  { entries: asked, partial }: { readonly entries: readonly Asked[]; readonly partial: boolean },
  { entries, by }: PlanState,
  planOne: (entry: EntryRecord, asked: Asked, others: Iterable<Plan>) => Plan | null,
): Pick<Planned, 'plans' | 'refused'> {
  const plans = new Map<string, Plan>();
  const refused = new Map<string, ApiError>();
  for (const one of asked) {
    try {
      const entry = entries.get(one.id);
      if (!entry) throw new ApiError('entry.not_found');
      const plan = planOne(entry, one, plans.values());
      if (!plan) continue;
      assertMayChange(by, entry, plan);
      plans.set(one.id, plan);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.set(one.id, error);
    }
  }
  if (refused.size > 0 && !partial)
    throw new ChangeRefused(
      asked.map(({ id }) => id),
      refused,
    );
  return { plans, refused };
}

/**
 * Refuses what someone has no permission for: changing published content takes `entry.publish` in each locale that
 * changes, all else `entry.write`. To the trash and out of it, an entry goes as a whole.
 *
 * @throws ApiError as `assertMay` does
 */
function assertMayChange(by: Admitted, { collectionKey }: EntryRecord, { live, trashedAt }: Plan): void {
  const permission = live.size > 0 ? 'entry.publish' : 'entry.write';
  assertMay(by, permission, collectionKey, trashedAt === undefined ? live.keys() : []);
}
