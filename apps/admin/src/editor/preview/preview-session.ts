import {
  type CollectionDocument,
  type EditorMessage,
  type FieldValues,
  fieldName,
  isSameJson,
  type PageMessage,
  type PreviewField,
  previewValues,
  readFieldName,
} from '@stele/schema';
import type { FormStore } from '../form/form-store.ts';
import type { EditSession } from '../session/edit-session.ts';

/** The entry that is edited, in the locale that the page shows. */
export interface PreviewedEntry {
  readonly entryId: string;
  readonly locale: string;
  readonly collection: CollectionDocument;
  readonly store: FormStore;
  readonly session: EditSession;
  /** Values that are live in the locale; null while none are. */
  readonly live: () => FieldValues | null;
}

/** A way to speak with a page. */
export interface Link {
  post(message: EditorMessage): void;
  close(): void;
}

/** Callbacks of a preview's session. */
export interface PreviewEvents {
  /** The page listens. @param status of the response that it came with; 0 where that isn't known */
  readonly onHello: (status: number) => void;
  readonly onEdit: (field: PreviewField) => void;
  /** Loads a page again that doesn't listen. */
  readonly reload: () => void;
}

/**
 * Keeps a page of the website up to date with an entry: typed values are posted to the page once per frame of the screen. Changes
 * that the page can't show by itself make it load again once they are saved.
 */
export class PreviewSession {
  readonly #entry: PreviewedEntry;
  readonly #events: PreviewEvents;
  readonly #link: Link;
  readonly #stop: () => void;
  #listens = false;
  /** Whether it was told of a save, and hasn't been loaded since. */
  #isTold = false;
  /** Whether something was saved while it didn't listen, or was being loaded perhaps. */
  #hasMissed = false;
  /** Where it was told to go; null once it's there. */
  #target: string | null = null;
  /** The field that has the focus. */
  #focused: string | null = null;
  #drawing = 0;
  /** The draft as it was saved last, */
  #saved: FieldValues;
  /** and as the page was loaded with it, or was told of it. */
  #loaded: FieldValues;
  #version: number;
  #posted: FieldValues | null = null;
  #shown: readonly string[] = [];

  /** @param link makes the way to the page, given what hears it */
  constructor(entry: PreviewedEntry, link: (hear: (message: PageMessage) => void) => Link, events: PreviewEvents) {
    this.#entry = entry;
    this.#events = events;
    // While values are unsaved, the page's values are unknown: the next save makes the page new.
    this.#saved = entry.session.view().state === 'saved' ? this.#draft() : {};
    this.#loaded = this.#saved;
    this.#version = entry.session.view().version;
    this.#link = link((message) => this.#hear(message));
    this.#stop = entry.session.subscribe(() => this.#change());
  }

  /** Says which field has the focus; null for none. */
  focus(path: string | null): void {
    const { entryId: entry, locale } = this.#entry;
    this.#focused = path === null ? null : fieldName({ entry, locale, path });
    if (this.#listens) this.#link.post({ type: 'focus', field: this.#focused });
  }

  /** Has the page show an address. @returns whether it listens, and will */
  open(url: string): boolean {
    const listens = this.#listens;
    if (listens) {
      this.#target = url;
      this.#link.post({ type: 'moved', url });
    }
    this.reloading();
    return listens;
  }

  /** The page is loaded again: it doesn't listen until it says so. */
  reloading(): void {
    this.#listens = false;
    this.#shown = [];
    this.#posted = null;
  }

  close(): void {
    cancelAnimationFrame(this.#drawing);
    this.#stop();
    this.#link.close();
  }

  #hear(message: PageMessage): void {
    if (message.type === 'hello') {
      const { status, url } = message;
      const isElsewhere = this.#target !== null && this.#target !== url;
      const isStale = this.#hasMissed;
      this.reloading();
      this.#listens = true;
      this.#isTold = false;
      this.#hasMissed = false;
      this.#loaded = this.#saved;
      this.#events.onHello(status);
      this.#post();
      if (this.#focused !== null) this.#link.post({ type: 'focus', field: this.#focused });
      // Once more, for what was said while it was loaded may be lost.
      if (isElsewhere && this.#target !== null) this.#link.post({ type: 'moved', url: this.#target });
      else if (isStale) this.#link.post({ type: 'saved' });
      this.#target = null;
    } else if (message.type === 'shown') this.#shown = message.keys;
    else {
      const field = readFieldName(message.field);
      if (field) this.#events.onEdit(field);
    }
  }

  #change(): void {
    if (this.#listens && this.#drawing === 0) {
      this.#drawing = requestAnimationFrame(() => {
        this.#drawing = 0;
        this.#post();
      });
    }
    const { state, version } = this.#entry.session.view();
    if (state !== 'saved' || version === this.#version) return;
    this.#version = version;
    this.#saved = this.#draft();
    const { fields } = this.#entry.collection;
    const changed = fields.filter(({ key }) => !isSameJson(this.#loaded[key], this.#saved[key]));
    this.#loaded = this.#saved;
    if (changed.every(({ key }) => this.#shown.includes(key))) return;
    this.#hasMissed = !this.#listens || this.#isTold;
    this.#isTold = true;
    if (this.#listens) this.#link.post({ type: 'saved' });
    else this.#events.reload();
  }

  #post(): void {
    const { entryId: entry, locale, collection, live } = this.#entry;
    const values = previewValues(collection, this.#draft());
    if (this.#posted && isSameJson(this.#posted, values)) return;
    this.#posted = values;
    const known = [this.#loaded, live() ?? {}].map((one) => previewValues(collection, one));
    this.#link.post({ type: 'values', entry, locale, values, known });
  }

  #draft(): FieldValues {
    return this.#entry.store.values(this.#entry.locale);
  }
}
