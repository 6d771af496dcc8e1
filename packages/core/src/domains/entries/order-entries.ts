import { type CollectionDocument, findCollection, sortKeyOf } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import { assertMay } from '../../access/authorize.ts';
import type { EntryState } from '../../entries/entry.ts';
import { positionsBehind, positionsBetween } from '../../entries/position.ts';
import {
  findNextPosition,
  findSamePlace,
  type LiveContent,
  loadLiveContents,
  loadPositions,
} from '../../entries/positions.store.ts';
import { ApiError, type ErrorDetail, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { CommandEntries, LiveChange, Plan, ProjectLiveState } from '../../publishing/model.ts';
import type { ProjectContext } from '../context.ts';
import type { OrderEntriesInput, OrderResult } from './entries.schemas.ts';

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
  assertMay(ctx, 'entry.publish', input.collection_key);
  const schema = await services.schemas.load(project.id, project.schemaVersion);
  const collection = findCollection(schema, input.collection_key);
  if (collection?.order !== 'manual') throw new ApiError('entry.not_manually_ordered');
  const { entry_ids: ids, after = null } = input;
  const known = await loadPositions(pool, project.id, collection.key, after === null ? ids : [...ids, after]);
  refuseUnknown(input, known);
  // Entries at the very place of the one before could stand on either side of what comes in between: they move along.
  const along = after === null ? [] : await findSamePlace(pool, project.id, collection.key, after, ids);
  for (let attempt = 1; ; attempt++) {
    const move = new Move(ctx, { collection: collection.key, after, asked: ids, along });
    try {
      await submit(ctx, move);
      return { data: ids.map((id) => ({ id, position: move.positions.get(id) ?? '' })) };
    } catch (error) {
      if (!(error instanceof ContentMoved)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
    }
  }
}

/** Where some entries go, and what's published of them. */
class Move {
  readonly collection: string;
  /** The entries that the caller named, and those that move along. */
  readonly entryIds: readonly string[];
  readonly asked: readonly string[];
  positions: ReadonlyMap<string, string> = new Map();
  contents: ReadonlyMap<string, LiveContent> = new Map();
  readonly #ctx: ProjectContext;
  readonly #after: string | null;

  constructor(
    ctx: ProjectContext,
    { collection, after, asked, along }: Pick<Move, 'collection' | 'asked'> & { after: string | null; along: string[] },
  ) {
    this.#ctx = ctx;
    this.#after = after;
    this.collection = collection;
    this.asked = asked;
    this.entryIds = [...asked, ...along];
  }

  /** Works the new places out from those of now. @throws ApiError when the entry before them is gone */
  async prepare(): Promise<void> {
    const { project, services } = this.#ctx;
    const { pool } = services.database;
    const { entryIds: ids } = this;
    const from = this.#after === null ? '' : await this.#positionOf(this.#after);
    const next = await findNextPosition(pool, project.id, this.collection, from, ids);
    const positions =
      next === null ? positionsBehind(from, newId('entry'), ids.length) : positionsBetween(from, next, ids.length);
    this.positions = new Map(ids.map((id, index) => [id, positions[index] ?? '']));
    this.contents = await loadLiveContents(pool, project.id, ids);
  }

  async #positionOf(id: string): Promise<string> {
    const { project, services } = this.#ctx;
    const position = (await loadPositions(services.database.pool, project.id, this.collection, [id])).get(id);
    if (position === undefined) throw noSuchEntry(['after'], id);
    return position;
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
  if (!known.has(after)) throw noSuchEntry(['after'], after);
}

function submit(ctx: ProjectContext, move: Move): Promise<null> {
  return ctx.services.publisher.submit<null>({
    projectId: ctx.project.id,
    entryIds: move.entryIds,
    reason: 'order',
    actor: ctx.actor,
    requestId: ctx.requestId,
    idempotency: null,
    prepare: () => move.prepare(),
    plan: (entries, project) => planMove(entries, project, move),
    answer: () => null,
  });
}

function planMove(entries: CommandEntries, { schema }: ProjectLiveState, move: Move): ReadonlyMap<string, Plan> {
  const plans = new Map<string, Plan>();
  for (const [index, id] of move.entryIds.entries()) {
    const entry = entries.get(id);
    if (!entry || entry.trashedAt || entry.collectionKey !== move.collection) {
      if (move.asked.includes(id)) throw noSuchEntry(['entry_ids', index], id);
      continue;
    }
    const collection = findCollection(schema, entry.collectionKey);
    if (collection?.order !== 'manual') throw new ApiError('entry.not_manually_ordered');
    const position = move.positions.get(id);
    if (position === undefined || entry.position === position) continue;
    plans.set(id, { live: contentsMoved(entry, collection, position, move), record: null, position });
  }
  return plans;
}

/** What is published of an entry, at another place. @throws ContentMoved */
function contentsMoved(
  entry: EntryState,
  collection: CollectionDocument,
  position: string,
  { contents }: Move,
): ReadonlyMap<string, LiveChange> {
  const live = new Map<string, LiveChange>();
  for (const [locale, state] of entry.live) {
    const content = contents.get(state.contentHash);
    if (!content) throw new ContentMoved();
    const values = JSON.parse(content.json) as Record<string, Json>;
    const { valuesHash, contentHash, assetUses } = state;
    const sortKey = sortKeyOf(collection, values, position);
    const moved = { ...content, values, valuesHash, contentHash, sortKey, assetUses, shows: new Map() };
    live.set(locale, { moved: true, content: moved });
  }
  return live;
}

function noSuchEntry(path: readonly (string | number)[], id: string): ApiError {
  return invalid(path, `The collection has no entry ${id}.`);
}
