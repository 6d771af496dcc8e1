import { Listeners } from '@/ui/listeners.ts';
/** Which rows of lists are open, by the rows' keys. */
export class OpenRows {
  readonly #open = new Set<string>();
  readonly #listeners = new Listeners();

  readonly subscribe = this.#listeners.subscribe;

  isOpen(key: string): boolean {
    return this.#open.has(key);
  }

  /** Opens or closes rows. */
  set(keys: readonly string[], isOpen: boolean): void {
    for (const key of keys) {
      if (isOpen) this.#open.add(key);
      else this.#open.delete(key);
    }
    this.#listeners.notify();
  }
}
