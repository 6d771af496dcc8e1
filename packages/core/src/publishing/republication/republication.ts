import { findCollection, type UniqueValue } from '@stele/schema';
import { type CheckedValues, seal } from '../../content/draft-values.ts';
import { mentionedAssetIds, mentionedIds, publishedMentionsIn } from '../../content/mentions.ts';
import { checkPublishable, renderContent } from '../../content/render-content.ts';
import { withSharedOf } from '../../content/shared-values.ts';
import { loadNeighbours, type Neighbours } from '../../content/surroundings.store.ts';
import { claimUniqueValues, uniqueValuesOf } from '../../content/unique-values.ts';
import { loadEntries } from '../../entries/entry.store.ts';
import type { EntryState } from '../../entries/entry.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { ApiError, type ErrorDetail } from '../../platform/errors.ts';
import type { LiveChange, Plan, ProjectLiveState, UniqueClaim } from '../model.ts';
import { type LastLive, loadHolders, loadLastLive } from './last-live.store.ts';

type Holder = Awaited<ReturnType<typeof loadHolders>>[number];

/** Reads what some entries had live before. */
type Loader = typeof loadLastLive;

/** What some entries are to get back: what they had live before it was taken off the site, or replaced. */
export class Republication {
  readonly #database: Database;
  readonly #entryIds: readonly string[];
  readonly #load: Loader;
  #last: ReadonlyMap<string, readonly LastLive[]> = new Map();
  #neighbours: Neighbours = { mentioned: new Map(), assets: new Map(), held: new Map() };
  #holders: readonly Holder[] = [];

  /** @param load finds what comes back: what was taken off the site last, unless given */
  constructor(database: Database, entryIds: readonly string[], load: Loader = loadLastLive) {
    this.#database = database;
    this.#entryIds = entryIds;
    this.#load = load;
  }

  /** Entries and assets that what comes back mentions. */
  get neighbours(): Neighbours {
    return this.#neighbours;
  }

  /** Reads what was live last, what it mentions, and who holds by now what must be unique. */
  async prepare(project: ProjectLiveState): Promise<void> {
    const { pool } = this.#database;
    const last = await this.#load(pool, project.id, this.#entryIds);
    this.#last = new Map(this.#entryIds.map((id) => [id, last.filter(({ entryId }) => entryId === id)] as const));
    const entries = await loadEntries(pool, project.id, this.#entryIds);
    const mentions = last.map(({ entryId, locale, values }) =>
      publishedMentionsIn(findCollection(project.schema, entries.get(entryId)?.collectionKey ?? ''), [
        [locale, values],
      ]),
    );
    this.#neighbours = await loadNeighbours(pool, project.id, {
      mentionedIds: [...new Set(mentions.flatMap(mentionedIds))],
      assetIds: [...new Set(mentions.flatMap(mentionedAssetIds))],
      holderIds: [],
    });
    const claims = [...entries.values()].flatMap((entry) => claimsOf(project, entry, this.#last.get(entry.id) ?? []));
    this.#holders = await loadHolders(pool, project.id, claims);
  }

  /**
   * What of an entry comes back: what it had live in some locales, or in those that it left last. Whatever its drafts say
   * now, they stay.
   *
   * @param locales null for those that it left last
   */
  comingBack({ id }: EntryState, { locales: known }: ProjectLiveState, locales: readonly string[] | null): LastLive[] {
    const last = (this.#last.get(id) ?? []).filter(({ locale }) => known.includes(locale));
    const newest = Math.max(...last.map(({ endedAt }) => endedAt));
    return last.filter(({ locale, endedAt }) => locales?.includes(locale) ?? endedAt === newest);
  }

  /**
   * The plan that puts it live again as it was, and takes the entry out of the trash; null when there's nothing to do: the
   * locales are live, or without any named, the entry is live somewhere.
   *
   * @param others entries that come back with it: they don't take values from each other
   * @throws ApiError `entry.never_live`; `validation_failed` when the schema of now refuses the content, or another entry
   *   has a unique value of it; `entry.singleton_exists`
   */
  plan(
    entry: EntryState,
    project: ProjectLiveState,
    locales: readonly string[] | null,
    others: Iterable<Plan>,
  ): Plan | null {
    const wanted = (locales ?? []).filter((locale) => !entry.live.has(locale));
    if (!entry.trashedAt && (locales ? wanted.length === 0 : entry.live.size > 0)) return null;
    const back = this.comingBack(entry, project, locales);
    const never = wanted.filter((locale) => !back.some((last) => last.locale === locale));
    if (back.length === 0 || never.length > 0) {
      throw new ApiError('entry.never_live', {
        details: never.map((locale) => ({
          path: ['locales', locales?.indexOf(locale) ?? 0],
          message: `Nothing of the entry was live in ${locale}, or it's kept no longer.`,
        })),
      });
    }
    return this.bringBack(entry, project, back, others);
  }

  /**
   * The plan that puts some of what was live before live again.
   *
   * @throws ApiError `validation_failed`, `entry.singleton_exists`, as `plan` does
   */
  bringBack(entry: EntryState, project: ProjectLiveState, back: readonly LastLive[], others: Iterable<Plan>): Plan {
    const live = this.#render(entry, project, back);
    const unique = claimsOf(project, entry, back);
    this.#refuseTaken(entry, project, unique, others);
    return {
      live,
      record: { kind: 'restore', imported: false },
      trashedAt: null,
      comeback: { drafts: missingDrafts(project, entry, back), unique },
    };
  }

  #render(entry: EntryState, project: ProjectLiveState, back: readonly LastLive[]): Map<string, LiveChange> {
    const { collectionKey, position } = entry;
    const details: ErrorDetail[] = [];
    const live = new Map<string, LiveChange>();
    // What it refers to may have gone to the trash with it, or since: it's served as it was.
    const mentioned = new Map([...this.#neighbours.mentioned].map(([id, one]) => [id, { ...one, trashed: false }]));
    for (const { locale, values, valuesHash, version, publishedAt, schemaVersion } of back) {
      const own = { locale, collectionKey, values, valuesHash, position };
      const found = { ...this.#neighbours, mentioned, held: null };
      details.push(...checkPublishable(project.schema, locale, { ...own, entryId: entry.id }, found));
      const content = renderContent(project, own, this.#neighbours);
      live.set(locale, { content, moved: false, again: { version, publishedAt, schemaVersion } });
    }
    if (details.length > 0) throw new ApiError('validation_failed', { details });
    return live;
  }

  /** @throws ApiError `validation_failed`, `entry.singleton_exists` when other entries have its unique values by now */
  #refuseTaken(
    { id, collectionKey }: EntryState,
    { schema }: ProjectLiveState,
    claims: readonly UniqueClaim[],
    others: Iterable<Plan>,
  ): void {
    const collection = findCollection(schema, collectionKey);
    if (!collection) return;
    const held = this.#holders.filter((holder) => holder.collectionKey === collectionKey && holder.entryId !== id);
    const taken = [...others].flatMap(({ comeback }) =>
      (comeback?.unique ?? []).filter((claim) => claim.collectionKey === collectionKey),
    );
    claimUniqueValues(collection, { id, isNew: true }, claims, [...held, ...taken], []);
  }
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
