import type { FieldPosition } from '@/api/people-here.ts';

/** A tab's message about itself. */
export interface Announcement {
  readonly is_here: boolean;
  readonly locale: string | null;
  readonly path: string | null;
}

/** Dependencies of `Announcer`. */
interface AnnouncerWorld {
  /** Tells the server; what can't be told is told again with the next beat. */
  send(said: Announcement): void;
  /** Where the focus is; null when it's in no field. */
  place(): FieldPosition | null;
  now(): number;
  /** Calls back after some milliseconds. @returns a function that cancels the call */
  later(ms: number, run: () => void): () => void;
}

/** The focus passes over fields on its way. */
const SETTLED_MS = 120;
/** Fields that are passed within this time are told as one. */
const SPACING_MS = 700;
/** Rows move and tabs are closed without the focus changing: it's looked at again so often. */
const LOOK_MS = 2_000;
/** The server forgets a tab that says nothing for a minute. */
const BEAT_MS = 20_000;

/** Tells others that an entry is open here, and in which field the focus is: when that changes, and now and then. */
export class Announcer {
  readonly #world: AnnouncerWorld;
  #sent: { readonly said: string; readonly at: number } | null = null;
  #cancel: (() => void) | null = null;
  #isHere = false;

  constructor(world: AnnouncerWorld) {
    this.#world = world;
  }

  /** Begins, or goes on after `leave`. */
  enter(): void {
    if (this.#isHere) return;
    this.#isHere = true;
    this.#tell();
  }

  /** The focus may be somewhere else. */
  moved(): void {
    if (this.#isHere) this.#lookAfter(SETTLED_MS);
  }

  /** Tells that the entry is left. */
  leave(): void {
    if (!this.#isHere) return;
    this.#isHere = false;
    this.#cancel?.();
    this.#sent = null;
    this.#world.send({ is_here: false, locale: null, path: null });
  }

  #lookAfter(ms: number): void {
    this.#cancel?.();
    this.#cancel = this.#world.later(ms, () => this.#tell());
  }

  #tell(): void {
    const place = this.#world.place();
    const announcement = { is_here: true, locale: place?.locale ?? null, path: place?.path ?? null };
    const said = JSON.stringify(announcement);
    const age = this.#sent ? this.#world.now() - this.#sent.at : Number.POSITIVE_INFINITY;
    const isNew = said !== this.#sent?.said;
    const isEarly = isNew && age < SPACING_MS;
    if ((isNew && !isEarly) || age >= BEAT_MS) {
      this.#sent = { said, at: this.#world.now() };
      this.#world.send(announcement);
    }
    this.#lookAfter(isEarly ? SPACING_MS - age : LOOK_MS);
  }
}
