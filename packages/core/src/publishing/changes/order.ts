import { type CollectionDocument, findCollection, sortKeyOf } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import { assertMay } from '../../access/authorize.ts';
import type { EntryState } from '../../entries/entry.ts';
import { positionsBehind, positionsBetween } from '../../entries/position.ts';
import {
  findLaterWithSamePosition,
  findNextPosition,
  type LiveContent,
  loadLiveContents,
  loadPositions,
} from '../../entries/positions.store.ts';
import { ApiError, type ErrorDetail, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type LiveChange, type Plan, type ProjectLiveState, StateMoved } from '../model.ts';
import type { ChangeOf } from './change.ts';
import type { ChangeSource, Interpretation, Planned, PlanState } from './interpretation.ts';

type Order = ChangeOf<'order'>;

/** New positions of entries, and their published content. */
interface Facts {
  /** Positions of the entries that the change names, and of those that move along with them. */
  readonly positions: ReadonlyMap<string, string>;
  readonly contents: ReadonlyMap<string, LiveContent>;
}

/** Moves entries after another, in the order given, in a collection that is ordered by hand. */
export function interpretOrder(change: Order): Interpretation {
  return {
    reason: 'order',
    readsAlone: true,
    read: async (source, project) => {
      const facts = await readFacts(change, source, project);
      return { entryIds: [...facts.positions.keys()], plan: async (state) => planOrder(change, state, facts) };
    },
  };
}

/** @throws ApiError `entry.not_manually_ordered`, `validation_failed` */
async function readFacts(change: Order, { pool }: ChangeSource, project: ProjectLiveState): Promise<Facts> {
  const { collection_key: key, after } = change;
  manualCollection(project, key);
  const asked = change.entries.map(({ id }) => id);
  const known = await loadPositions(pool, project.id, key, after === null ? asked : [...asked, after]);
  refuseUnknown(asked, after, known);
  // Entries with the same position as `after` move along. Otherwise they could end up on either side of the moved ones.
  const along = after === null ? [] : await findLaterWithSamePosition(pool, project.id, key, after, asked);
  const ids = [...asked, ...along];
  const from = after === null ? '' : (known.get(after) ?? '');
  const next = await findNextPosition(pool, project.id, key, from, ids);
  const positions =
    next === null ? positionsBehind(from, newId('entry'), ids.length) : positionsBetween(from, next, ids.length);
  return {
    positions: new Map(ids.map((id, index) => [id, positions[index] ?? ''])),
    contents: await loadLiveContents(pool, project.id, ids),
  };
}

/** @throws ApiError `entry.not_manually_ordered` */
function manualCollection({ schema }: ProjectLiveState, key: string): CollectionDocument {
  const collection = findCollection(schema, key);
  if (collection?.order !== 'manual') throw new ApiError('entry.not_manually_ordered');
  return collection;
}

function refuseUnknown(asked: readonly string[], after: string | null, known: ReadonlyMap<string, string>): void {
  const details = asked.flatMap((id, index): ErrorDetail[] => {
    if (asked.indexOf(id) < index) return [{ path: ['entry_ids', index], message: `${id} is named twice.` }];
    return known.has(id) ? [] : [{ path: ['entry_ids', index], message: `The collection has no entry ${id}.` }];
  });
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  if (after === null) return;
  if (asked.includes(after)) throw invalid(['after'], 'An entry cannot come after itself.');
  if (!known.has(after)) throw noSuchEntry(['after'], after);
}

function planOrder(change: Order, { project, entries, by }: PlanState, { positions, contents }: Facts): Planned {
  assertMay(by, 'entry.publish', { collectionKey: change.collection_key });
  const asked = change.entries.map(({ id }) => id);
  const plans = new Map<string, Plan>();
  for (const [id, position] of positions) {
    const entry = entries.get(id);
    if (!entry || entry.trashedAt || entry.collectionKey !== change.collection_key) {
      if (asked.includes(id)) throw noSuchEntry(['entry_ids', asked.indexOf(id)], id);
      continue;
    }
    const collection = manualCollection(project, entry.collectionKey);
    if (entry.position === position) continue;
    plans.set(id, { live: contentsMoved(entry, collection, position, contents), record: null, position });
  }
  return { plans, refused: new Map(), warnings: [] };
}

/** An entry's published content with a new sort key. @throws StateMoved when other content was published meanwhile */
function contentsMoved(
  entry: EntryState,
  collection: CollectionDocument,
  position: string,
  contents: Facts['contents'],
): ReadonlyMap<string, LiveChange> {
  const live = new Map<string, LiveChange>();
  for (const [locale, state] of entry.live) {
    const content = contents.get(state.contentHash);
    if (!content) throw new StateMoved();
    const values = JSON.parse(content.json) as Record<string, Json>;
    const { valuesHash, contentHash, assetUses } = state;
    const sortKey = sortKeyOf(collection, values, position, locale);
    const moved = { ...content, values, valuesHash, contentHash, sortKey, assetUses, shows: new Map() };
    live.set(locale, { moved: true, content: moved });
  }
  return live;
}

function noSuchEntry(path: readonly (string | number)[], id: string): ApiError {
  return invalid(path, `The collection has no entry ${id}.`);
}
