/** Runs tasks with the same key one after another, and tasks with different keys in parallel. */
export class KeyQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const result = before.then(task, task);
    this.#tails.set(key, result);
    const forget = (): void => {
      if (this.#tails.get(key) === result) this.#tails.delete(key);
    };
    result.then(forget, forget);
    return result;
  }
}
