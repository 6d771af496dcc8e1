/** The outcomes of the requests of one kind. */
export interface Sent {
  /** Milliseconds of each that was answered with a success. */
  readonly times: number[];
  /** Times since the beginning of the run, in seconds, in the same order. */
  readonly at: number[];
  /** How many requests a limit refused. */
  limited: number;
  readonly errors: string[];
}

/** Measures requests by their kind. */
export class Recorder {
  readonly kinds = new Map<string, Sent>();
  readonly #began = performance.now();

  /** Sends a request. @returns the answer; undefined when the request failed, which is counted */
  async measure<Answer>(kind: string, send: () => Promise<Answer>): Promise<Answer | undefined> {
    const sent = this.kinds.get(kind) ?? { times: [], at: [], limited: 0, errors: [] };
    this.kinds.set(kind, sent);
    const began = performance.now();
    try {
      const answer = await send();
      sent.times.push(performance.now() - began);
      sent.at.push((began - this.#began) / 1000);
      return answer;
    } catch (error) {
      const said = String(error);
      if (/\b429\b/.test(said)) sent.limited++;
      else sent.errors.push(said);
      return undefined;
    }
  }
}
