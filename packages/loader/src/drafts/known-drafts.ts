import type { DraftEntry, DraftFile } from '../remote/api.ts';

/** The most bytes of JSON that are kept of one collection in one locale. */
const MOST_CHARACTERS = 100 * 1024 * 1024;

/**
 * The drafts of a collection in one locale as they were read last, so that only what changed is read again. They're kept as text:
 * entries are handed out anew each time, and no one's changes of them last.
 */
export class KnownDrafts {
  #texts: ReadonlyMap<string, string> = new Map();
  #asOf: string | null = null;

  /** When they were read; null when nothing is known. */
  get asOf(): string | null {
    return this.#asOf;
  }

  /**
   * Takes what was read. Answers may come in another order than they were asked for: each holds all that changed since a time before
   * what is known, and what an older one lacks comes with the next.
   *
   * @returns all drafts, in order; null when it doesn't fit what is known, so that all must be read again
   */
  take({ entries, asOf, isWhole, ids }: DraftFile): readonly DraftEntry[] | null {
    if (isWhole) {
      this.#keep(new Map(entries.map((entry) => [entry.id, JSON.stringify(entry)])), asOf);
      return entries;
    }
    if (this.#asOf === null) return null;
    const changed = new Map(entries.map((entry) => [entry.id, JSON.stringify(entry)]));
    const texts = new Map<string, string>();
    for (const id of ids ?? this.#texts.keys()) {
      const text = changed.get(id) ?? this.#texts.get(id);
      if (text === undefined) return null;
      texts.set(id, text);
    }
    this.#keep(texts, asOf);
    return [...texts.values()].map((text) => JSON.parse(text) as DraftEntry);
  }

  /** Forgets all. */
  forget(): void {
    this.#keep(new Map(), '');
  }

  #keep(texts: ReadonlyMap<string, string>, asOf: string): void {
    const characters = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
    const isKept = asOf !== '' && characters <= MOST_CHARACTERS;
    this.#texts = isKept ? texts : new Map();
    this.#asOf = isKept ? asOf : null;
  }
}
