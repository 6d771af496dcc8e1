import { findCollection, type UniqueValue } from '@stele/schema';
import type { Pool } from 'pg';
import { type CheckedValues, seal } from '../../content/draft-values.ts';
import { mentionedAssetIds, mentionedIds, publishedMentionsIn } from '../../content/mentions.ts';
import { checkPublishable, renderContent } from '../../content/render-content.ts';
import { withSharedOf } from '../../content/shared-values.ts';
import { loadNeighbours, type Neighbours } from '../../content/surroundings.store.ts';
import { claimUniqueValues, uniqueValuesOf } from '../../content/unique-values.ts';
import { loadEntries } from '../../entries/entry.store.ts';
import type { EntryState } from '../../entries/entry.ts';
import type { UniqueClaim } from '../../entries/unique-values.store.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import type { LiveChange, Plan, ProjectLiveState } from '../model.ts';
import { type LastLive, loadHolders } from './last-live.store.ts';

/** What some entries had live before, as it is to come back. */
export interface ComebackFacts {
  readonly last: readonly LastLive[];
  /** Entries and assets that it mentions. */
  readonly neighbours: Neighbours;
  /** Who holds by now what of it must be unique. */
  readonly holders: Awaited<ReturnType<typeof loadHolders>>;
}

/**
 * Reads what bringing content back takes.
 *
 * @param last the content that may come back
 */
export async function readComeback(
  pool: Pool,
  project: ProjectLiveState,
  entryIds: readonly string[],
  last: readonly LastLive[],
): Promise<ComebackFacts> {
  const entries = await loadEntries(pool, project.id, entryIds);
  const mentions = last.map(({ entryId, locale, values }) =>
    publishedMentionsIn(findCollection(project.schema, entries.get(entryId)?.collectionKey ?? ''), [[locale, values]]),
  );
  const neighbours = await loadNeighbours(pool, project.id, {
    mentionedIds: [...new Set(mentions.flatMap(mentionedIds))],
    assetIds: [...new Set(mentions.flatMap(mentionedAssetIds))],
    holderIds: [],
  });
  const claims = [...entries.values()].flatMap((entry) =>
    claimsOf(
      project,
      entry,
      last.filter(({ entryId }) => entryId === entry.id),
    ),
  );
  return { last, neighbours, holders: await loadHolders(pool, project.id, claims) };
}

/**
 * The plan that puts content live again as it was, and takes the entry out of the trash. Its drafts stay.
 *
 * @param back what comes back of the entry
 * @param others plans of entries that come back with it: they don't take values from each other
 * @throws ApiError `validation_failed` when the active schema refuses the content, or another entry has a unique value of
 *   it; `entry.singleton_exists`
 */
export function planComeback(
  facts: ComebackFacts,
  entry: EntryState,
  project: ProjectLiveState,
  back: readonly LastLive[],
  others: Iterable<Plan>,
): Plan {
  const live = render(facts, entry, project, back);
  const unique = claimsOf(project, entry, back);
  refuseTaken(facts, entry, project, unique, others);
  return {
    live,
    record: { kind: 'restore', imported: false },
    trashedAt: null,
    comeback: { drafts: missingDrafts(project, entry, back), unique },
  };
}

function render(
  { neighbours }: ComebackFacts,
  { id: entryId, collectionKey, position }: EntryState,
  project: ProjectLiveState,
  back: readonly LastLive[],
): Map<string, LiveChange> {
  const details: ErrorDetail[] = [];
  const live = new Map<string, LiveChange>();
  // What it refers to may have gone to the trash with it, or since: it's served as it was.
  const mentioned = new Map([...neighbours.mentioned].map(([id, one]) => [id, { ...one, trashed: false }]));
  for (const { locale, values, valuesHash, version, publishedAt, schemaVersion } of back) {
    const own = { locale, collectionKey, values, valuesHash, position };
    const found = { ...neighbours, mentioned, held: null };
    details.push(...checkPublishable(project.schema, locale, { ...own, entryId }, found));
    const content = renderContent(project, own, neighbours);
    live.set(locale, { content, moved: false, again: { version, publishedAt, schemaVersion } });
  }
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  return live;
}

/** @throws ApiError `validation_failed`, `entry.singleton_exists` when other entries have its unique values by now */
function refuseTaken(
  { holders }: ComebackFacts,
  { id, collectionKey }: EntryState,
  { schema }: ProjectLiveState,
  claims: readonly UniqueClaim[],
  others: Iterable<Plan>,
): void {
  const collection = findCollection(schema, collectionKey);
  if (!collection) return;
  const held = holders.filter((holder) => holder.collectionKey === collectionKey && holder.entryId !== id);
  const taken = [...others].flatMap(({ comeback }) =>
    (comeback?.unique ?? []).filter((claim) => claim.collectionKey === collectionKey),
  );
  claimUniqueValues(collection, { id, isNew: true }, claims, [...held, ...taken], []);
}

/** The unique values that an entry needs: those of its drafts, and of what it gets back. */
function claimsOf(project: ProjectLiveState, entry: EntryState, back: readonly LastLive[]): UniqueClaim[] {
  const { id: entryId, collectionKey } = entry;
  const collection = findCollection(project.schema, collectionKey);
  const claims = new Map<string, UniqueClaim>();
  const claim = (kind: 'draft' | 'live', values: UniqueValue[]): void => {
    for (const value of values) {
      const key = JSON.stringify([value.field, value.locale, value.value]);
      const before = claims.get(key) ?? { ...value, entryId, collectionKey, draft: false, live: false };
      claims.set(key, { ...before, [kind]: true });
    }
  };
  const added = [...missingDrafts(project, entry, back)].map(([locale, { values }]) => [locale, values] as const);
  const drafts = [...entry.drafts].map(([locale, { values }]) => [locale, values] as const);
  claim('draft', uniqueValuesOf(collection, [...drafts, ...added]));
  claim(
    'live',
    uniqueValuesOf(
      collection,
      back.map(({ locale, values }) => [locale, values] as const),
    ),
  );
  return [...claims.values()];
}

/** Drafts for the locales that come back and have none any more: a live locale has one. */
function missingDrafts(
  { schema }: ProjectLiveState,
  { collectionKey, drafts }: EntryState,
  back: readonly LastLive[],
): ReadonlyMap<string, CheckedValues> {
  const [other] = drafts.values();
  return new Map(
    back.flatMap(({ locale, values }): [string, CheckedValues][] => {
      if (drafts.has(locale)) return [];
      const sealed = seal(withSharedOf(findCollection(schema, collectionKey), values, other?.values ?? null));
      return sealed ? [[locale, sealed]] : [];
    }),
  );
}
