import { type CollectionDocument, type FieldDocument, type FieldValues, type Json, withoutMarks } from '@stele/schema';
import { Listeners } from '@/ui/listeners.ts';
import type { Values } from '@/values/values.ts';
import type { FormSession } from './form-session.ts';
import { PathListeners } from './path-listeners.ts';
import { type FieldPath, isWithin, partsOf, valueAt, within, withValueAt } from './paths.ts';
import { keysFor, newRowKey, type Rows } from './row-keys.ts';

const NOTHING: readonly Json[] = [];

/**
 * The fields of an entry as its form sees them: each is read and set by its path, so that a control is drawn again only
 * when its own value changes.
 */
export class FormStore {
  readonly #session: FormSession;
  readonly #fields: ReadonlyMap<string, FieldDocument>;
  readonly #rows = new Map<string, Rows>();
  readonly #listeners = new PathListeners();
  readonly #unreadListeners = new Listeners();
  #seen: ReturnType<FormSession['view']>;
  #stop: (() => void) | null = null;

  constructor(session: FormSession, collection: CollectionDocument) {
    this.#session = session;
    this.#seen = session.view();
    this.#fields = new Map(collection.fields.map((field) => [field.key, field]));
  }

  /** Listens to the value at a path in a locale. @returns a function that removes the listener */
  listen(locale: string, path: FieldPath, listener: () => void): () => void {
    this.#follow();
    return this.#listeners.add(locale, path, listener);
  }

  /** Listens to the texts that can't be read yet. @returns a function that removes the listener */
  readonly listenToUnread = (listener: () => void): (() => void) => {
    this.#follow();
    return this.#unreadListeners.subscribe(listener);
  };

  /** Ends it. */
  close(): void {
    this.#stop?.();
    this.#stop = null;
  }

  /** The value at a path in a locale. A locale that was just begun may not have what languages share yet. */
  value(locale: string, path: FieldPath): Json | undefined {
    const { values } = this.#session.view();
    const [field = ''] = path.split('.', 1);
    return valueAt(this.#holder(values, locale, field), path);
  }

  /** All values of the entry in a locale, with those that languages share. */
  values(locale: string): FieldValues {
    return Object.fromEntries(
      [...this.#fields.keys()].flatMap((key) => {
        const value = this.value(locale, key);
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
  }

  /** Sets a value, without marks of a preview that it was pasted from; null clears it. A field that languages share is set in all that are begun. */
  set(locale: string, path: FieldPath, value: Json): void {
    const [field = ''] = path.split('.', 1);
    const next = withValueAt(this.value(locale, field), partsOf(path).slice(1).join('.'), withoutMarks(value));
    this.#session.set(this.#localesOf(locale, field), field, next);
  }

  /** The items of a list; none while it's empty. */
  items(locale: string, path: FieldPath): readonly Json[] {
    const value = this.value(locale, path);
    return Array.isArray(value) ? value : NOTHING;
  }

  /** Keys of a list's rows, in order: they stay with their rows. The same array as long as they're the same. */
  rowKeys(locale: string, path: FieldPath): readonly string[] {
    const items = this.items(locale, path);
    const place = within(locale, path);
    const before = this.#rows.get(place);
    if (before?.items === items) return before.keys;
    const keys = keysFor(before, items);
    this.#rows.set(place, { items, keys });
    return keys;
  }

  /** Inserts items into a list. @returns the keys of the items */
  insertRows(locale: string, path: FieldPath, index: number, added: readonly Json[]): readonly string[] {
    const keys = added.map(newRowKey);
    this.#changeRows(locale, path, (rows) => ({
      items: rows.items.toSpliced(index, 0, ...added),
      keys: rows.keys.toSpliced(index, 0, ...keys),
    }));
    return keys;
  }

  /** Removes an item from a list. @returns the item */
  removeRow(locale: string, path: FieldPath, index: number): Json {
    const removed = this.items(locale, path)[index] ?? null;
    this.#changeRows(locale, path, (rows) => ({
      items: rows.items.toSpliced(index, 1),
      keys: rows.keys.toSpliced(index, 1),
    }));
    return removed;
  }

  /** Moves an item to another place of its list. */
  moveRow(locale: string, path: FieldPath, from: number, to: number): void {
    this.#changeRows(locale, path, (rows) => ({
      items: moved(rows.items, from, to),
      keys: moved(rows.keys, from, to),
    }));
  }

  /** A text that was typed at a path and can't be read as a value yet. */
  unread(locale: string, path: FieldPath): string | undefined {
    return this.#session.view().unread[within(locale, path)];
  }

  /** Keeps such a text; null when it can be read. */
  setUnread(locale: string, path: FieldPath, text: string | null): void {
    this.#session.setUnread(within(locale, path), text);
  }

  #follow(): void {
    if (this.#stop) return;
    this.#seen = this.#session.view();
    this.#stop = this.#session.subscribe(() => {
      const [before, after] = [this.#seen, this.#session.view()];
      this.#seen = after;
      if (before.values !== after.values) {
        this.#listeners.notify(
          (locale, field) => this.#holder(before.values, locale, field),
          (locale, field) => this.#holder(after.values, locale, field),
        );
      }
      if (before.unread !== after.unread) this.#unreadListeners.notify();
    });
  }

  #changeRows(locale: string, path: FieldPath, change: (rows: Rows) => Rows): void {
    const before: Rows = { items: this.items(locale, path), keys: this.rowKeys(locale, path) };
    const after = change(before);
    const place = within(locale, path);
    this.#rows.set(place, after);
    const indexes = new Map(after.keys.map((key, index) => [key, index]));
    const newPlaces = before.keys.map((key) => indexes.get(key) ?? null);
    this.#moveWithin(place, newPlaces);
    // The values first: listeners must find the rows that the keys are for.
    this.set(locale, path, after.items.length === 0 ? null : after.items);
    this.#session.moveUnread((at) => movedPath(at, place, newPlaces));
  }

  /** Lists within rows are known by their paths, which change when rows move. */
  #moveWithin(place: string, newPlaces: readonly (number | null)[]): void {
    const inner = [...this.#rows].filter(([at]) => at !== place && isWithin(at, place));
    for (const [at] of inner) this.#rows.delete(at);
    for (const [at, rows] of inner) {
      const to = movedPath(at, place, newPlaces);
      if (to !== null) this.#rows.set(to, rows);
    }
  }

  #holder(values: Values, locale: string, field: string): FieldValues | undefined {
    const own = values[locale];
    if (this.#fields.get(field)?.localized || (own && Object.hasOwn(own, field))) return own;
    return Object.values(values).find((one) => Object.hasOwn(one, field)) ?? own;
  }

  #localesOf(locale: string, field: string): readonly string[] {
    return this.#fields.get(field)?.localized ? [locale] : Object.keys(this.#session.view().values);
  }
}

function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const left = [...items];
  const [item] = left.splice(from, 1);
  if (item !== undefined) left.splice(to, 0, item);
  return left;
}

/** Where a place within a list's row is, after the rows moved; null when the row went. */
function movedPath(at: string, list: string, newPlaces: readonly (number | null)[]): string | null {
  if (at === list || !isWithin(at, list)) return at;
  const [index = '', ...rest] = at.slice(list.length + 1).split('.');
  const to = newPlaces[Number(index)];
  return to === null || to === undefined ? null : [list, to, ...rest].join('.');
}
