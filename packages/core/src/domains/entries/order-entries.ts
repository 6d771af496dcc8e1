import { findCollection, sortKeyOf } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import type { ProjectContext } from '../../context.ts';
import { ApiError, type ErrorDetail, invalid } from '../../errors.ts';
import type { EntryState, LiveChange, Plan, ProjectLiveState } from '../../publishing/model.ts';
import { positionsBetween } from '../../publishing/position.ts';
import type { OrderEntriesInput, OrderResult } from './entries.schemas.ts';
import { findNextPosition, type LiveContent, loadLiveContents, loadPositions } from './positions.store.ts';

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
  const from = after === null ? '' : (known.get(after) ?? '');
  const next = await findNextPosition(pool, project.id, collection.key, from, ids);
  const positions = positionsBetween(from, next, ids.length);
  const moves = ids.map((id, index) => ({ id, position: positions[index] ?? '' }));
  for (let attempt = 1; ; attempt++) {
    const contents = await loadLiveContents(pool, project.id, ids);
    try {
      await Promise.all(moves.map((move) => submit(ctx, move, contents)));
      return { data: moves };
    } catch (error) {
      if (!(error instanceof ContentMoved) || attempt === MAX_ATTEMPTS) throw error;
    }
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

function submit(
  ctx: ProjectContext,
  { id, position }: { readonly id: string; readonly position: string },
  contents: ReadonlyMap<string, LiveContent>,
): Promise<null> {
  return ctx.services.publisher.submit<null>({
    projectId: ctx.project.id,
    entryId: id,
    reason: 'order',
    actor: ctx.actor,
    requestId: ctx.requestId,
    idempotency: null,
    plan: (entry, project) => plan(entry, project, position, contents),
    answer: () => null,
  });
}

function plan(
  entry: EntryState | null,
  { schema }: ProjectLiveState,
  position: string,
  contents: ReadonlyMap<string, LiveContent>,
): Plan | null {
  if (!entry) throw new ApiError('entry.not_found');
  const collection = findCollection(schema, entry.collectionKey);
  if (collection?.order !== 'manual') throw new ApiError('entry.not_manually_ordered');
  if (entry.position === position) return null;
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
