import { findCollection, sortKeyOf } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import type { ProjectContext } from '../../context.ts';
import { ApiError, type ErrorDetail, invalid } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { EntryState, LiveChange, Plan, ProjectLiveState } from '../../publishing/model.ts';
import { positionsBehind, positionsBetween } from '../../publishing/position.ts';
import type { OrderEntriesInput, OrderResult } from './entries.schemas.ts';
import {
  findNextPosition,
  findSamePlace,
  type LiveContent,
  loadLiveContents,
  loadPositions,
} from './positions.store.ts';

/** What was live was replaced since it was read. */
class ContentMoved extends Error {}

const MAX_ATTEMPTS = 5;

/**
 * Puts entries behind another, in the order given, in a collection that is ordered by hand. The new order is live when
 * this resolves.
 *
 * @throws ApiError `entry.not_manually_ordered`, `validation_failed`, `unavailable`
 */
export async function orderEntries(ctx: ProjectContext, input: OrderEntriesInput): Promise<OrderResult> {
  const { services, project } = ctx;
  const { pool } = services.database;
  const schema = await services.schemas.load(project.id, project.schemaVersion);
  const collection = findCollection(schema, input.collection_key);
  if (collection?.order !== 'manual') throw new ApiError('entry.not_manually_ordered');
  const { entry_ids: ids, after = null } = input;
  const known = await loadPositions(pool, project.id, collection.key, after === null ? ids : [...ids, after]);
  refuseUnknown(input, known);
  // Entries at the very place of the one before could stand on either side of what comes in between: they move along.
  const beside = after === null ? [] : await findSamePlace(pool, project.id, collection.key, after, ids);
  for (let attempt = 1; ; attempt++) {
    const move = new Move(ctx, collection.key, [...ids, ...beside], after);
    try {
      await Promise.all(move.entryIds.map((id) => submit(ctx, id, move)));
      return { data: ids.map((id) => ({ id, position: move.positions.get(id) ?? '' })) };
    } catch (error) {
      if (!(error instanceof ContentMoved) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Where some entries go, and what's live of them. */
class Move {
  readonly entryIds: readonly string[];
  positions: ReadonlyMap<string, string> = new Map();
  contents: ReadonlyMap<string, LiveContent> = new Map();
  readonly #ctx: ProjectContext;
  readonly #collection: string;
  readonly #after: string | null;
  #readFor: ProjectLiveState | undefined;

  constructor(ctx: ProjectContext, collection: string, entryIds: readonly string[], after: string | null) {
    this.#ctx = ctx;
    this.#collection = collection;
    this.entryIds = entryIds;
    this.#after = after;
  }

  /** Works the new places out from those of now, once for each time that the project is read. */
  async prepare(state: ProjectLiveState): Promise<void> {
    if (this.#readFor === state) return;
    const { project, services } = this.#ctx;
    const { pool } = services.database;
    const { entryIds: ids } = this;
    const found = this.#after && (await loadPositions(pool, project.id, this.#collection, [this.#after]));
    const from = (found && this.#after && found.get(this.#after)) || '';
    const next = await findNextPosition(pool, project.id, this.#collection, from, ids);
    const positions =
      next === null ? positionsBehind(from, newId('entry'), ids.length) : positionsBetween(from, next, ids.length);
    this.positions = new Map(ids.map((id, index) => [id, positions[index] ?? '']));
    this.contents = await loadLiveContents(pool, project.id, ids);
    this.#readFor = state;
  }
}

function refuseUnknown({ entry_ids: ids, after }: OrderEntriesInput, known: ReadonlyMap<string, string>): void {
  const details = ids.flatMap((id, index): ErrorDetail[] => {
    if (ids.indexOf(id) < index) return [{ path: ['entry_ids', index], message: `${id} is named twice.` }];
    return known.has(id) ? [] : [{ path: ['entry_ids', index], message: `The collection has no entry ${id}.` }];
  });
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  if (!after) return;
  if (ids.includes(after)) throw invalid(['after'], 'An entry cannot come behind itself.');
  if (!known.has(after)) throw invalid(['after'], `The collection has no entry ${after}.`);
}

function submit(ctx: ProjectContext, entryId: string, move: Move): Promise<null> {
  return ctx.services.publisher.submit<null>({
    projectId: ctx.project.id,
    entryId,
    reason: 'order',
    actor: ctx.actor,
    requestId: ctx.requestId,
    idempotency: null,
    prepare: (project) => move.prepare(project),
    plan: (entry, project) => plan(entry, project, move),
    answer: () => null,
  });
}

function plan(entry: EntryState | null, { schema }: ProjectLiveState, { positions, contents }: Move): Plan | null {
  if (!entry) throw new ApiError('entry.not_found');
  const collection = findCollection(schema, entry.collectionKey);
  if (collection?.order !== 'manual') throw new ApiError('entry.not_manually_ordered');
  const position = positions.get(entry.id);
  if (position === undefined || entry.position === position) return null;
  const live = new Map<string, LiveChange>();
  for (const [locale, state] of entry.live) {
    const content = contents.get(state.contentHash);
    if (!content) throw new ContentMoved();
    const values = JSON.parse(content.json) as Record<string, Json>;
    const { valuesHash, contentHash } = state;
    const sortKey = sortKeyOf(collection, values, position);
    live.set(locale, { moved: true, content: { ...content, values, valuesHash, contentHash, sortKey } });
  }
  return { live, record: null, position };
}
