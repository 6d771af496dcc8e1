/** Bounds how many files are open at once. Work that opens several waits for its turn, so that many small ones don't pass it for ever. */
export class OpenFiles {
  #free: number;
  readonly #waiting: { readonly count: number; readonly begin: () => void }[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** Runs work that has at most `count` files open. */
  async run<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length > 0 || this.#free < count) {
      await new Promise<void>((begin) => void this.#waiting.push({ count, begin }));
    } else this.#free -= count;
    try {
      return await work();
    } finally {
      this.#free += count;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (let next = this.#waiting[0]; next && next.count <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.count;
      next.begin();
    }
  }
}
