import type { FieldValues, Json } from '@stele/schema';
import { childOf, type FieldPath, partsOf } from './paths.ts';

/** Listeners to the value at a path, and those to the values within it. */
interface PathNode {
  readonly listeners: Set<() => void>;
  readonly inner: Map<string | number, PathNode>;
}

/**
 * Listeners to values by their paths. A change reaches listeners whose value is another object now. Unchanged objects aren't
 * searched, so that a key costs the same however many fields a form has.
 */
export class PathListeners {
  readonly #locales = new Map<string, PathNode>();

  /** @returns a function that removes the listener */
  add(locale: string, path: FieldPath, listener: () => void): () => void {
    let place = placeIn(this.#locales, locale);
    for (const part of partsOf(path)) place = placeIn(place.inner, part);
    const { listeners } = place;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /**
   * Calls the listeners to what changed.
   *
   * @param before the values that hold a field, in a locale; `after` likewise
   */
  notify(
    before: (locale: string, field: string) => FieldValues | undefined,
    after: (locale: string, field: string) => FieldValues | undefined,
  ): void {
    for (const [locale, { listeners, inner }] of this.#locales) {
      if (before(locale, '') !== after(locale, '')) for (const listener of listeners) listener();
      for (const [part, place] of inner) {
        const key = String(part);
        notifyWithin(place, before(locale, key)?.[key], after(locale, key)?.[key]);
      }
    }
  }
}

function placeIn<Key>(places: Map<Key, PathNode>, key: Key): PathNode {
  const known = places.get(key);
  if (known) return known;
  const place: PathNode = { listeners: new Set(), inner: new Map() };
  places.set(key, place);
  return place;
}

function notifyWithin({ listeners, inner }: PathNode, before: Json | undefined, after: Json | undefined): void {
  if (before === after) return;
  for (const listener of listeners) listener();
  for (const [part, place] of inner) notifyWithin(place, childOf(before, part), childOf(after, part));
}
