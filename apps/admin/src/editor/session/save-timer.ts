import type { SessionWorld } from './session-world.ts';

/** Typing that doesn't pause is saved every so often: the server takes sixty saves a minute. */
const LONGEST_WAIT_MS = 4_000;

/** When the next save begins: after a pause, and soon when something has waited for long. */
export class SaveTimer {
  readonly #world: Pick<SessionWorld, 'now' | 'later'>;
  readonly #save: () => void;
  #cancel: () => void = () => undefined;
  #waitingSince: number | null = null;
  #closed = false;

  constructor(world: Pick<SessionWorld, 'now' | 'later'>, save: () => void) {
    this.#world = world;
    this.#save = save;
  }

  /** Has a save begin after a while, or sooner when something has waited for long. */
  within(ms: number): void {
    const now = this.#world.now();
    this.#waitingSince ??= now;
    this.after(Math.min(ms, Math.max(0, this.#waitingSince + LONGEST_WAIT_MS - now)));
  }

  /** Has a save begin after a while, and not before. */
  after(ms: number): void {
    if (this.#closed) return;
    this.stop();
    this.#cancel = this.#world.later(ms, this.#save);
  }

  /** A save begins, or isn't needed: nothing waits any more. */
  begin(): void {
    this.#waitingSince = null;
  }

  /** Has no save begin by itself, until something else is asked for. */
  stop(): void {
    this.#cancel();
  }

  /** Has no save begin by itself any more. */
  close(): void {
    this.#closed = true;
    this.stop();
  }
}
