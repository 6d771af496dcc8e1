import { mergedText } from '@stele/schema';

/** An edit that was typed without a pause. */
interface Edit {
  readonly before: string;
  readonly after: string;
}

/** Typing that goes on within this time is undone at once. */
const PAUSE_MS = 1_000;
const MOST_EDITS = 50;

/**
 * Typing in a text box, to be undone after others changed the same text: browsers forget what was typed when a value
 * is set. Undoing takes back one's own words, and leaves those of others.
 */
export class OwnUndo {
  #value: string;
  #done: readonly Edit[] = [];
  #undone: readonly Edit[] = [];
  #typedAt = Number.NEGATIVE_INFINITY;
  #isMixed = false;

  constructor(value: string) {
    this.#value = value;
  }

  /** Whether others changed the text since something was typed, so that the browser can't undo it. */
  get isNeeded(): boolean {
    return this.#isMixed;
  }

  /** Notes what the box says after typing. @param now in milliseconds */
  typed(value: string, now: number): void {
    const [before, last] = [this.#value, this.#done.at(-1)];
    this.#value = value;
    if (before === value) return;
    const goesOn = last?.after === before && now - this.#typedAt < PAUSE_MS;
    const edit = goesOn ? { before: last.before, after: value } : { before, after: value };
    this.#done = [...(goesOn ? this.#done.slice(0, -1) : this.#done), edit].slice(-MOST_EDITS);
    this.#undone = [];
    this.#typedAt = now;
  }

  /** Notes what the browser undid by itself. */
  wentBack(value: string): void {
    const at = this.#done.findLastIndex(({ before }) => before === value);
    if (at >= 0) [this.#done, this.#undone] = moved(this.#done, this.#undone, at);
    else this.#shortenLast(value);
    this.#wentTo(value);
  }

  /** Notes what the browser did again by itself. */
  wentOn(value: string): void {
    const at = this.#undone.findLastIndex(({ after }) => after === value);
    if (at >= 0) [this.#undone, this.#done] = moved(this.#undone, this.#done, at);
    else this.#shortenLast(value);
    this.#wentTo(value);
  }

  /** The browser's steps may be smaller than these: it went a part of the last one. */
  #shortenLast(value: string): void {
    const before = this.#done.at(-1)?.before ?? this.#value;
    this.#done = [...this.#done.slice(0, -1), { before, after: value }];
  }

  #wentTo(value: string): void {
    this.#value = value;
    this.#typedAt = Number.NEGATIVE_INFINITY;
  }

  /** Notes what the box says after something else than typing changed it. */
  replaced(value: string): void {
    if (value === this.#value) return;
    this.#value = value;
    this.#isMixed = this.#done.length + this.#undone.length > 0;
  }

  /** @returns the text without what was typed last; null when there's nothing that can be undone */
  undo(): string | null {
    const { rest, text, edit } = this.#step(this.#done, ({ before, after }) => [after, before]);
    this.#done = rest;
    if (edit) this.#undone = [...this.#undone, edit];
    return text;
  }

  /** @returns the text with what was undone last; null when there's nothing */
  redo(): string | null {
    const { rest, text, edit } = this.#step(this.#undone, ({ before, after }) => [before, after]);
    this.#undone = rest;
    if (edit) this.#done = [...this.#done, edit];
    return text;
  }

  /** Carries out the last edit that still can be: what others rewrote is theirs. */
  #step(edits: readonly Edit[], sidesOf: (edit: Edit) => readonly [string, string]) {
    this.#typedAt = Number.NEGATIVE_INFINITY;
    for (let count = edits.length - 1; count >= 0; count--) {
      const edit = edits[count] as Edit;
      const [base, theirs] = sidesOf(edit);
      const text = mergedText({ base, mine: this.#value, theirs });
      if (text === null || text === this.#value) continue;
      this.#value = text;
      return { rest: edits.slice(0, count), text: this.#value, edit };
    }
    return { rest: [], text: null, edit: null };
  }
}

/** Moves the edits from a place on to the other list, the last one first. @returns both lists */
function moved(from: readonly Edit[], to: readonly Edit[], at: number): [readonly Edit[], readonly Edit[]] {
  return [from.slice(0, at), [...to, ...from.slice(at).reverse()]];
}
