/** Keeps listeners, for classes that `useSyncExternalStore` reads. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** @returns a function that removes the listener */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  notify(): void {
    for (const listener of this.#all) listener();
  }

  clear(): void {
    this.#all.clear();
  }
}
