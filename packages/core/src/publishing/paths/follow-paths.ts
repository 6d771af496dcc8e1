import {
  type EntryPage,
  findCollection,
  type MovedPages,
  type MovedPath,
  movedPaths,
  PageSearch,
  type PathFields,
  pageIn,
  pageKey,
  pathFields,
  type SchemaDocument,
} from '@stele/schema';
import type { Pool } from 'pg';
import { changedPages } from '../../content/live-pages.store.ts';
import { loadMentioned } from '../../content/mentioned-content.store.ts';
import { mentionedAssetIds, mentionedIds, publishedMentionsIn } from '../../content/mentions.ts';
import { type NewContent, renderContent } from '../../content/render-content.ts';
import type { Schemas } from '../../content/schemas.ts';
import type { EntryRecord, LiveState } from '../../entries/entry.ts';
import { takeBreak } from '../../platform/breaks.ts';
import type { ApiError } from '../../platform/errors.ts';
import { namedEntries } from '../changes/change.ts';
import { ChangeRefused, type Interpretation, type Planned } from '../changes/interpretation.ts';
import { type LiveChange, type Plan, StateMoved } from '../model.ts';
import type { PlannedChange, Round } from '../round.ts';
import { KnownPlaces, type Place } from './known-places.ts';
import { pageError } from './page-errors.ts';
import { loadFollowing } from './paths.store.ts';

/** A change with all that follows from it. */
interface Followed extends Pick<Planned, 'refused'> {
  readonly changes: readonly PlannedChange[];
  /** New content of other entries, because pages have moved. */
  readonly following: readonly PlannedChange[];
  readonly moved: readonly MovedPath[];
}

/** How content of entries follows that a change doesn't name. It isn't reported as a change of theirs. */
const FOLLOWING: Interpretation = {
  reason: 'path',
  readsAlone: true,
  read: () => Promise.reject(new Error('What follows from a change is never asked for.')),
};

/**
 * Keeps pages where they belong while a round is planned: what a change publishes gets its page, pages below it move along, and all
 * content that shows a moved page is rendered again.
 */
export class PathFollower {
  /** Pages that the round has changed so far, by `pageKey`. */
  readonly changed = new Map<string, EntryPage | null>();
  readonly #pool: Pool;
  readonly #schemas: Schemas;
  readonly #round: Round;
  readonly #schema: SchemaDocument;
  readonly #fields: PathFields;
  readonly #places: KnownPlaces;

  constructor(deps: { readonly pool: Pool; readonly schemas: Schemas }, round: Round, schema: SchemaDocument) {
    this.#pool = deps.pool;
    this.#schemas = deps.schemas;
    this.#round = round;
    this.#schema = schema;
    this.#fields = pathFields(schema);
    this.#places = new KnownPlaces(deps.pool, round.project.id);
  }

  /** @throws ApiError, `ChangeRefused` unless the change is partial; StateMoved */
  async follow(
    by: Pick<PlannedChange, 'command' | 'interpretation'>,
    before: Parameters<Round['work']>[1],
    planned: Planned,
  ): Promise<Followed> {
    const { change } = by.command;
    const plans = new Map(planned.plans);
    const refused = new Map<string, ApiError>(planned.refused);
    const repathed = change.kind === 'repath' ? change.entry_ids : [];
    for (;;) {
      const changes = this.#round.work(by, before, plans);
      const isSame = change.kind === 'order' || change.kind === 'rerender';
      if (isSame || (repathed.length === 0 && changes.every(({ plan }) => plan.live.size === 0))) {
        if (change.kind === 'rerender') this.#places.keep(this.#placesOf(changes));
        return { changes, following: [], moved: [], refused };
      }
      const { moved, places } = await this.#look(changes, repathed);
      if (moved.refused.size === 0) return { ...(await this.#apply(by, before, changes, moved, places)), refused };
      const errors = new Map([...moved.refused].map(([id, own]) => [id, pageError(own)] as const));
      if (!('partial' in change && change.partial)) throw new ChangeRefused(namedEntries(change), errors);
      for (const [id, error] of errors) {
        plans.delete(id);
        refused.set(id, error);
      }
    }
  }

  async #look(changes: readonly PlannedChange[], repathed: readonly string[]) {
    await this.#places.load([...changes.map(({ after }) => after.id), ...repathed]);
    const places = this.#placesOf(changes);
    this.#places.begin(places);
    const search = new PageSearch(this.#schema, this.#fields, this.#places, repathed.length > 0);
    const others = repathed.flatMap((id) => this.#round.project.locales.map((locale) => pageKey(id, locale)));
    const starts = [...places.keys(), ...others.filter((key) => this.#places.at(key) !== null)];
    return { moved: await search.run(starts), places };
  }

  #placesOf(changes: readonly PlannedChange[]): Map<string, Place | null> {
    return new Map(
      changes.flatMap(({ after, plan }) =>
        [...plan.live].map(
          ([locale, live]) => [pageKey(after.id, locale), live && placeOf(after, locale, live)] as const,
        ),
      ),
    );
  }

  async #apply(
    by: Pick<PlannedChange, 'command' | 'interpretation'>,
    before: Parameters<Round['work']>[1],
    changes: readonly PlannedChange[],
    { pages, shown }: MovedPages,
    places: Map<string, Place | null>,
  ): Promise<Omit<Followed, 'refused'>> {
    const moved = movedPaths(pages, this.#places);
    for (const [key, page] of pages) this.changed.set(key, page);
    const plans = new Map(changes.map(({ after, plan }) => [after.id, plan]));
    const others = [...shown].filter((key) => !places.has(key));
    for (const [id, plan] of plans) plans.set(id, { ...plan, live: await this.#rerendered(id, plan.live, places) });
    const done = this.#round.work(by, before, plans);
    const following = await this.#following(by, others, places, new Map(done.map(({ after }) => [after.id, after])));
    for (const [key, page] of pages) {
      const place = this.#places.at(key);
      if (place) places.set(key, { ...place, page });
    }
    this.#places.keep(places);
    return { changes: done, following, moved };
  }

  /** The content of a plan, with the pages that the round has changed. */
  async #rerendered(id: string, live: Plan['live'], places: Map<string, Place | null>): Promise<Plan['live']> {
    const all = new Map(live);
    for (const [locale, one] of live) {
      const key = pageKey(id, locale);
      const place = places.get(key);
      const named = [key, ...(one?.content.refersTo ?? []).map((other) => pageKey(other, locale))];
      if (!one?.content.rendered || !place || !named.some((other) => this.changed.has(other))) continue;
      await takeBreak();
      const content = one.content.rendered.with(this.changed);
      all.set(locale, { ...one, content });
      places.set(key, { ...place, content, contentHash: content.contentHash });
    }
    return all;
  }

  /**
   * Renders content again that a change doesn't name; values, versions and times of publication stay.
   *
   * @param changed the entries that it names, changed
   */
  async #following(
    by: Pick<PlannedChange, 'command'>,
    keys: readonly string[],
    places: Map<string, Place | null>,
    changed: ReadonlyMap<string, EntryRecord>,
  ): Promise<PlannedChange[]> {
    const shown = keys.flatMap((key) => this.#places.at(key) ?? []);
    const ids = [...new Set(shown.map(({ entryId }) => entryId))];
    const known = this.#round.entriesOf(ids);
    const lacking = ids.filter((id) => !known.has(id));
    this.#round.adopt(await loadFollowing(this.#pool, this.#round.project.id, lacking));
    const render = await this.#renderer(shown);
    // An entry may be changed in one language, and follow in another.
    const entries = new Map([...this.#round.entriesOf(ids), ...changed]);
    const plans = new Map<string, Plan & { readonly live: Map<string, LiveChange> }>();
    for (const place of shown) {
      await takeBreak();
      const { entryId, locale, collectionKey } = place;
      const entry = entries.get(entryId);
      const state = entry?.live.get(locale);
      if (!entry || state?.contentHash !== place.contentHash) throw new StateMoved();
      const { sortKey, assetUses } = state;
      const rendered = render(place, state, entry.position);
      if (!rendered) continue;
      const content = { ...rendered, sortKey, assetUses };
      places.set(pageKey(entryId, locale), { ...place, content, contentHash: content.contentHash });
      if (content.contentHash === state.contentHash) continue;
      const plan = plans.get(entryId) ?? { live: new Map(), record: null };
      plan.live.set(locale, { content, moved: true, collectionKey });
      plans.set(entryId, plan);
    }
    return this.#round.work({ command: by.command, interpretation: FOLLOWING }, entries, plans);
  }

  /** A function that renders live content again; null when an asset of it can't be shown yet. */
  async #renderer(places: readonly Place[]) {
    const { id, defaultLocale } = this.#round.project;
    const versions = [...new Set(places.map(({ conformsTo }) => conformsTo))];
    const reading = versions.map(async (version) => [version, await this.#schemas.load(id, version)] as const);
    const schemas = new Map(await Promise.all(reading));
    const schemaOf = ({ conformsTo }: Place): SchemaDocument | null => schemas.get(conformsTo) ?? null;
    const mentions = places
      .filter(({ content }) => !content?.rendered)
      .map((place) => {
        const collection = findCollection(schemaOf(place), place.collectionKey);
        return publishedMentionsIn(collection, [[place.locale, place.values]]);
      });
    const [entryIds, assetIds] = [mentions.flatMap(mentionedIds), mentions.flatMap(mentionedAssetIds)];
    const paged = places.map(({ entryId }) => entryId);
    const loaded = await loadMentioned(this.#pool, id, [...new Set(entryIds)], [...new Set(assetIds)], paged);
    const found = { ...loaded, pages: changedPages(loaded.pages, this.changed) };
    return (place: Place, { valuesHash, assetUses }: LiveState, position: string): NewContent | null => {
      if (place.content?.rendered) return place.content.rendered.with(this.changed);
      // Until the asset is ready, the old rendering stays.
      if (assetUses.some(({ assetId }) => found.assets.get(assetId)?.renditions === null)) return null;
      const own = { ...place, valuesHash, position };
      return renderContent({ schema: schemaOf(place), defaultLocale }, own, found);
    };
  }
}

function placeOf({ id: entryId, live }: EntryRecord, locale: string, { content }: LiveChange): Place | null {
  const state = live.get(locale);
  if (!state) return null;
  const { collectionKey, conformsTo, contentHash } = state;
  const values = content.rendered?.from ?? content.values;
  const { refersTo } = content;
  return {
    entryId,
    locale,
    collectionKey,
    conformsTo,
    contentHash,
    refersTo,
    values,
    page: pageIn(content.values),
    content,
  };
}
