import type { HeaderReader } from '../header-reader.ts';

/** Parts of the program whose work is measured. Their names come from the program, so there are few different ones. */
export type Part = 'database' | 'storage' | 'publish' | 'job';

/** Events that are counted: refusals by a limit, and failures to count at all. */
export type Counted = 'limit_refused' | 'limits_unreachable';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Takes measurements, for `/metrics`. */
export interface Meter {
  request(answered: AnsweredRequest, seconds: number): void;
  work(part: Part, name: string, seconds: number, failure: unknown): void;
  /** How long a caller waited for a connection to the database. */
  waited(seconds: number): void;
  count(what: Counted, label: string): void;
}

/** Work that is being traced. */
export interface TracedWork {
  /** Runs it, so that work within is a part of it. */
  run<Result>(work: () => Result): Result;
  end(name: string, attributes: Readonly<Record<string, string | number>>, failure: unknown): void;
}

/** Makes traces. */
export interface Tracer {
  /** @param headers of a request from outside, which may name a trace to continue */
  begin(name: string, headers: HeaderReader | null): TracedWork;
  /** Sends what wasn't sent yet. */
  close(): Promise<void>;
}

/** Work that is being measured. `end` is called once. */
interface MeasuredWork {
  run<Result>(work: () => Result): Result;
  end(failure?: unknown): void;
}

const UNTRACED: TracedWork = { run: (work) => work(), end: () => undefined };

/** Measures and traces what the process does; nothing without a meter and a tracer. */
export class Telemetry {
  readonly #meter: Meter | null;
  readonly #tracer: Tracer | null;

  constructor(meter: Meter | null = null, tracer: Tracer | null = null) {
    this.#meter = meter;
    this.#tracer = tracer;
  }

  /**
   * Begins to measure a piece of work.
   *
   * @param detail shown in the trace
   */
  begin(part: Part, name: string, detail: Readonly<Record<string, string>> = {}): MeasuredWork {
    const began = performance.now();
    const traced = this.#tracer?.begin(`${part} ${name}`, null) ?? UNTRACED;
    return {
      run: traced.run,
      end: (failure = null) => {
        traced.end(`${part} ${name}`, detail, failure);
        this.#meter?.work(part, name, secondsSince(began), failure);
      },
    };
  }

  /** Measures a piece of work. @throws what the work throws */
  async measure<Result>(part: Part, name: string, work: () => Promise<Result>): Promise<Result> {
    const measured = this.begin(part, name);
    try {
      const result = await measured.run(work);
      measured.end();
      return result;
    } catch (error) {
      measured.end(error);
      throw error;
    }
  }

  /** Begins to measure a request. @param headers null for one that isn't traced */
  beginRequest(headers: HeaderReader | null) {
    const began = performance.now();
    const traced = (headers && this.#tracer?.begin('request', headers)) || UNTRACED;
    return {
      run: traced.run,
      end: (answered: AnsweredRequest, requestId: string): number => {
        const { method, route, status } = answered;
        const said = {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'stele.request_id': requestId,
        };
        traced.end(`${method} ${route}`, said, status >= 500 ? `The answer was ${status}.` : null);
        const seconds = secondsSince(began);
        this.#meter?.request(answered, seconds);
        return seconds;
      },
    };
  }

  waited(seconds: number): void {
    this.#meter?.waited(seconds);
  }

  count(what: Counted, label = ''): void {
    this.#meter?.count(what, label);
  }

  async close(): Promise<void> {
    await this.#tracer?.close();
  }
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1000;
}
