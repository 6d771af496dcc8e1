/** How long results are kept, in milliseconds. */
interface KeepingTimes {
  readonly result: number;
  readonly failure: number;
}

/**
 * The result of work that is done again from time to time. Callers at the same time share one run. When it fails, the last result
 * stays in use; without one, the failure is answered for a while, too.
 */
export class KeptResult<Result> {
  readonly #work: () => Promise<Result>;
  readonly #times: KeepingTimes;
  readonly #now: () => number;
  #kept: Promise<Result> | null = null;
  #until = 0;
  #running: Promise<Result> | null = null;

  /** @param now the time in milliseconds */
  constructor(work: () => Promise<Result>, times: KeepingTimes, now: () => number = Date.now) {
    this.#work = work;
    this.#times = times;
    this.#now = now;
  }

  /** @throws what the work throws */
  get(): Promise<Result> {
    if (this.#kept && this.#now() < this.#until) return this.#kept;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(): Promise<Result> {
    const last = await this.#kept?.catch(() => undefined);
    const run = this.#work();
    const failed = await run.then(
      () => false,
      () => true,
    );
    this.#until = this.#now() + (failed ? this.#times.failure : this.#times.result);
    if (!failed || last === undefined) this.#kept = run;
    return this.#kept ?? run;
  }
}
