import { findCollection } from '@stele/schema';
import {
  type CheckedValues,
  hashValues,
  type ValuesByLocale,
  valuesByLocale,
  withSharedOf,
} from '../../content/draft-values.ts';
import { schemaHasPages } from '../../content/live-pages.store.ts';
import {
  loadPublishDependencies,
  type PublishDependencies,
  withReadableTitles,
} from '../../content/mentioned-content.store.ts';
import { mentionedAssetIds, mentionedIds, publishedMentionsIn } from '../../content/mentions.ts';
import { checkPublishable, renderContent } from '../../content/render-content.ts';
import { claimUniqueValues, uniqueValuesOf } from '../../content/unique-values.ts';
import { loadEntries } from '../../entries/entry.store.ts';
import type { EntryState } from '../../entries/entry.ts';
import { UniqueClaims } from '../../entries/unique-claims.ts';
import type { UniqueClaim } from '../../entries/unique-values.store.ts';
import { takeBreak } from '../../platform/breaks.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import type { LiveChange, Plan, ProjectLiveState } from '../model.ts';
import type { ChangeSource } from './interpretation.ts';
import { type LastLive, loadHolders } from './last-live.store.ts';

/** The facts that restoring former content of entries needs. */
export interface RestoreFacts {
  /** The content that may be restored. */
  readonly last: readonly LastLive[];
  /** Entries and assets that it mentions. */
  readonly dependencies: PublishDependencies;
  /** The current holders of its unique values. */
  readonly holders: Awaited<ReturnType<typeof loadHolders>>;
}

/** Reads the facts for restoring content. @param last the content that may be restored */
export async function readRestoreFacts(
  { pool, reads }: ChangeSource,
  project: ProjectLiveState,
  entryIds: readonly string[],
  last: readonly LastLive[],
): Promise<RestoreFacts> {
  const entries = await loadEntries(pool, project.id, entryIds);
  const mentions: ReturnType<typeof publishedMentionsIn>[] = [];
  for (const { entryId, locale, values } of last) {
    await takeBreak();
    const collection = findCollection(project.schema, entries.get(entryId)?.collectionKey ?? '');
    mentions.push(publishedMentionsIn(collection, [[locale, values]]));
  }
  const dependencies = await loadPublishDependencies(pool, project.id, {
    mentionedIds: [...new Set(mentions.flatMap(mentionedIds))],
    assetIds: [...new Set(mentions.flatMap(mentionedAssetIds))],
    pagedIds: schemaHasPages(project.schema) ? entryIds : null,
  });
  const ofEntry = (id: string): LastLive[] => last.filter(({ entryId }) => entryId === id);
  const claims: UniqueClaim[] = [];
  for (const entry of entries.values()) {
    await takeBreak();
    claims.push(...claimsOf(project, entry, ofEntry(entry.id)));
  }
  return {
    last,
    dependencies: withReadableTitles(reads, dependencies),
    holders: await loadHolders(pool, project.id, claims),
  };
}

/**
 * Plans to publish former content of an entry again as it was, and to take the entry out of the trash. Its drafts stay.
 *
 * @param back the entry's content to restore
 * @param others plans of entries that are restored in the same change: they must not claim the same unique values
 * @throws ApiError `validation_failed` when the content breaks the active schema, or another entry holds one of its unique
 *   values; `entry.singleton_exists`
 */
export async function planRestoredContent(
  facts: RestoreFacts,
  entry: EntryState,
  project: ProjectLiveState,
  back: readonly LastLive[],
  others: Iterable<Plan>,
): Promise<Plan> {
  const live = await render(facts, entry, project, back);
  const unique = claimsOf(project, entry, back);
  refuseTaken(facts, entry, project, unique, others);
  return {
    live,
    record: { kind: 'restore', imported: false },
    trashedAt: null,
    restored: { drafts: missingDrafts(project, entry, back), unique },
  };
}

async function render(
  { dependencies }: RestoreFacts,
  { id: entryId, collectionKey, position }: EntryState,
  project: ProjectLiveState,
  back: readonly LastLive[],
): Promise<Map<string, LiveChange>> {
  const details: ErrorDetail[] = [];
  const live = new Map<string, LiveChange>();
  // Entries that it refers to may be in the trash, which must not block restoring.
  const mentioned = new Map([...dependencies.mentioned].map(([id, one]) => [id, { ...one, trashed: false }]));
  for (const { locale, values, valuesHash, version, publishedAt, schemaVersion } of back) {
    await takeBreak();
    const own = { entryId, locale, collectionKey, values, valuesHash, position };
    const found = { ...dependencies, mentioned, claims: null };
    details.push(...checkPublishable(project.schema, locale, own, found));
    const content = renderContent(project, own, dependencies);
    live.set(locale, { content, moved: false, again: { version, publishedAt, schemaVersion } });
  }
  if (details.length > 0) throw new ApiError('validation_failed', { details });
  return live;
}

/** @throws ApiError `validation_failed`, `entry.singleton_exists` when other entries hold its unique values */
function refuseTaken(
  { holders }: RestoreFacts,
  { id, collectionKey }: EntryState,
  { schema }: ProjectLiveState,
  claims: readonly UniqueClaim[],
  others: Iterable<Plan>,
): void {
  const collection = findCollection(schema, collectionKey);
  if (!collection) return;
  const held = holders.filter((holder) => holder.collectionKey === collectionKey && holder.entryId !== id);
  const taken = [...others].flatMap(({ restored }) =>
    (restored?.unique ?? []).filter((claim) => claim.collectionKey === collectionKey),
  );
  claimUniqueValues(collection, { id, isNew: true }, claims, [...held, ...taken], []);
}

/** The unique values that an entry needs: those of its drafts, and of the restored content. */
function claimsOf(project: ProjectLiveState, entry: EntryState, back: readonly LastLive[]): UniqueClaim[] {
  const { id: entryId, collectionKey } = entry;
  const collection = findCollection(project.schema, collectionKey);
  const claims = new UniqueClaims(() => undefined);
  const claim = (kind: 'draft' | 'live', values: ValuesByLocale): void => {
    for (const value of uniqueValuesOf(collection, values)) claims.claim(kind, entryId, collectionKey, value);
  };
  claim('draft', valuesByLocale([...entry.drafts, ...missingDrafts(project, entry, back)]));
  claim(
    'live',
    back.map(({ locale, values }) => [locale, values]),
  );
  return [...claims.rows()];
}

/** Drafts for restored locales that have none, since each live locale must have one. */
function missingDrafts(
  { schema }: ProjectLiveState,
  { collectionKey, drafts }: EntryState,
  back: readonly LastLive[],
): ReadonlyMap<string, CheckedValues> {
  const [other] = drafts.values();
  return new Map(
    back.flatMap(({ locale, values }): [string, CheckedValues][] => {
      if (drafts.has(locale)) return [];
      const sealed = hashValues(withSharedOf(findCollection(schema, collectionKey), values, other?.values ?? null));
      return sealed ? [[locale, sealed]] : [];
    }),
  );
}
