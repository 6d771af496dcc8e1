import { type PagePlaces, type PathClaim, pageKey } from '@stele/schema';
import type { Pool } from 'pg';
import type { NewContent } from '../../content/render-content.ts';
import { type LivePlace, loadPathOwners, loadPlaces, loadReferringPlaces } from './paths.store.ts';

/** The content that is live at a place. */
export interface Place extends LivePlace {
  /** Content of the round; missing for what is in the database. */
  readonly content?: NewContent;
}

/** A place that refers to another one. */
export interface Referring {
  readonly key: string;
  readonly place: Place;
  readonly to: string;
}

/** Live content, as far as it was looked at: as the round's earlier changes leave it, and as the one that is looked at would. */
export class KnownPlaces implements PagePlaces {
  readonly #pool: Pool;
  readonly #projectId: string;
  readonly #loaded = new Set<string>();
  readonly #live = new Map<string, Place>();
  /** Content of earlier changes of the round; null for what is gone. */
  readonly #round = new Map<string, Place | null>();
  #change: ReadonlyMap<string, Place | null> = new Map();

  constructor(pool: Pool, projectId: string) {
    this.#pool = pool;
    this.#projectId = projectId;
  }

  /** Begins to look at a change. */
  begin(change: ReadonlyMap<string, Place | null>): void {
    this.#change = change;
  }

  /** Makes places part of the round. */
  keep(places: ReadonlyMap<string, Place | null>): void {
    this.#change = new Map();
    for (const [key, place] of places) this.#round.set(key, place);
  }

  knows(entryId: string): boolean {
    return this.#loaded.has(entryId);
  }

  async load(entryIds: readonly string[]): Promise<void> {
    const ids = entryIds.filter((id) => !this.#loaded.has(id));
    if (ids.length === 0) return;
    for (const place of await loadPlaces(this.#pool, this.#projectId, ids)) {
      this.#live.set(pageKey(place.entryId, place.locale), place);
      // A page above is read in all its locales.
      this.#loaded.add(place.entryId);
    }
    for (const id of ids) this.#loaded.add(id);
  }

  /** The content before the change. */
  before(key: string): Place | null {
    return this.#round.has(key) ? (this.#round.get(key) ?? null) : (this.#live.get(key) ?? null);
  }

  /** The content after it. */
  at(key: string): Place | null {
    return this.#change.has(key) ? (this.#change.get(key) ?? null) : this.before(key);
  }

  /** The places that refer to some others in their locales. */
  async referring(keys: readonly string[]): Promise<Referring[]> {
    if (keys.length === 0) return [];
    const wanted = new Set(keys);
    const found = new Set([...this.#round.keys(), ...this.#change.keys()]);
    const ids = [...new Set(keys.map((key) => key.slice(0, key.indexOf(' '))))];
    for (const place of await loadReferringPlaces(this.#pool, this.#projectId, ids)) {
      const key = pageKey(place.entryId, place.locale);
      this.#live.set(key, place);
      found.add(key);
    }
    return [...found].flatMap((key): Referring[] => {
      const place = this.at(key);
      if (!place) return [];
      const referred = place.refersTo.map((id) => pageKey(id, place.locale)).filter((to) => wanted.has(to));
      return referred.map((to) => ({ key, place, to }));
    });
  }

  /** The places that are at some paths before the change. */
  async ownersOf(claims: readonly PathClaim[]): Promise<(PathClaim & { readonly entryId: string })[]> {
    const owners = await loadPathOwners(this.#pool, this.#projectId, claims);
    const changed = [...this.#round].flatMap(([key, place]) =>
      place?.page?.path ? [{ locale: place.locale, path: place.page.path, entryId: place.entryId, key }] : [],
    );
    return [...owners.filter(({ entryId, locale }) => !this.#round.has(pageKey(entryId, locale))), ...changed];
  }
}
