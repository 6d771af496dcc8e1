/** A tab that has an entry open. */
export interface PersonHere {
  readonly tab: string;
  readonly person: { readonly id: string; readonly name: string };
  /** Null when it left. */
  readonly entry_id: string | null;
  readonly locale: string | null;
  /** Lasting path of the field that has the focus; null for none. */
  readonly path: string | null;
}

/** A save by someone else. */
export interface SaveHeard {
  /** The version that it made. */
  readonly version: number;
  readonly name: string;
  /** Keys of the fields that it changed, as far as they're known. */
  readonly fields: readonly string[];
}

/** Where someone is in an entry. */
export interface FieldPosition {
  readonly locale: string;
  /** A lasting one, which names blocks by their keys. */
  readonly path: string;
}

/** So long after a stream broke off, nothing is known any more of who is where. */
const FORGOTTEN_MS = 30_000;
const NO_ONE: readonly PersonHere[] = [];

/**
 * Knows from the event stream who is in which entry, and who saved it. Each entry has its own listeners, so that events of one
 * entry leave the others alone.
 */
export class PeopleHere {
  readonly #tabs = new Map<string, PersonHere>();
  readonly #ownTabs = new Set<string>();
  readonly #inEntries = new Map<string, readonly PersonHere[]>();
  readonly #places = new Map<string, FieldPosition>();
  readonly #saves = new Map<string, SaveHeard>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  /** Listens to the people and saves of an entry. @returns a function that removes the listener */
  listen(entryId: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(entryId) ?? new Set();
    this.#listeners.set(entryId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(entryId) === listeners) this.#listeners.delete(entryId);
    };
  }

  /** The other tabs that have an entry open; the same array as long as they're the same. */
  in(entryId: string): readonly PersonHere[] {
    return this.#inEntries.get(entryId) ?? NO_ONE;
  }

  /** The last save of someone else in an entry. */
  lastSave(entryId: string): SaveHeard | undefined {
    return this.#saves.get(entryId);
  }

  /** Where this tab is in an entry. */
  ownPlace(entryId: string): FieldPosition | null {
    return this.#places.get(entryId) ?? null;
  }

  /** Sets where this tab is. */
  setOwnPlace(entryId: string, place: FieldPosition | null): void {
    const before = this.ownPlace(entryId);
    if (before?.path === place?.path && before?.locale === place?.locale) return;
    if (place) this.#places.set(entryId, place);
    else this.#places.delete(entryId);
    this.#notify(entryId);
  }

  /** A new name for this tab: it isn't one of the others. */
  newTab(): string {
    const tab = crypto.getRandomValues(new Uint32Array(3)).join('-');
    this.#ownTabs.add(tab);
    return tab;
  }

  /** Takes in people from the stream. @param whole whether the list is complete */
  take(people: readonly PersonHere[], whole: boolean): void {
    clearTimeout(this.#forgetting);
    this.#forgetting = undefined;
    const touched = new Set<string>();
    const set = (tab: string, now: PersonHere | null): void => {
      for (const id of [this.#tabs.get(tab)?.entry_id, now?.entry_id]) if (id) touched.add(id);
      if (now?.entry_id) this.#tabs.set(tab, now);
      else this.#tabs.delete(tab);
    };
    if (whole) for (const tab of this.#tabs.keys()) set(tab, null);
    for (const one of people) if (!this.#ownTabs.has(one.tab)) set(`${one.person.id} ${one.tab}`, one);
    for (const entryId of touched) {
      const now = [...this.#tabs.values()].filter((one) => one.entry_id === entryId);
      // A stream that goes on mostly tells what is known.
      if (JSON.stringify(now) === JSON.stringify(this.in(entryId))) continue;
      if (now.length > 0) this.#inEntries.set(entryId, now);
      else this.#inEntries.delete(entryId);
      this.#notify(entryId);
    }
  }

  /** The stream broke off, or couldn't be opened again. */
  forgetSoon(): void {
    this.#forgetting ??= setTimeout(() => this.take([], true), FORGOTTEN_MS);
  }

  /** Someone else saved an entry. A stream that goes on tells the last saves again. */
  saved(entryId: string, save: SaveHeard): void {
    if (!this.#listeners.has(entryId) || save.version <= (this.lastSave(entryId)?.version ?? 0)) return;
    this.#saves.set(entryId, save);
    this.#notify(entryId);
  }

  #notify(entryId: string): void {
    for (const listener of this.#listeners.get(entryId) ?? []) listener();
  }
}

export const peopleHere = new PeopleHere();
