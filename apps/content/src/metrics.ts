import { createHash, timingSafeEqual } from 'node:crypto';
import { type ObjectStorage, observeStorage } from '@stele/storage';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { type Exchange, NO_STORE, sendBytes } from './http/exchange.ts';

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of a content host, by the names that those of the API have. No label names a project. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #secret: Buffer;
  readonly #requests: Histogram<'method' | 'route' | 'status'>;
  readonly #storage: Histogram<'name'>;
  readonly #failures: Counter<'part' | 'name' | 'outage'>;

  /** @param secret opens them, as a Bearer token */
  constructor(secret: string) {
    this.#secret = digest(secret);
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: 'stele_http_request_duration_seconds',
      help: 'Requests by route and status, and the time until the answer ended.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: SECONDS,
      registers,
    });
    this.#storage = new Histogram({
      name: 'stele_storage_operation_duration_seconds',
      help: 'Operations on the object storage; of a stream, until it began.',
      labelNames: ['name'] as const,
      buckets: SECONDS,
      registers,
    });
    this.#failures = new Counter({
      name: 'stele_failures_total',
      help: 'Failed operations on the object storage.',
      labelNames: ['part', 'name', 'outage'] as const,
      registers,
    });
  }

  /** Answers with the present figures, in the form that Prometheus reads. */
  async serve(exchange: Exchange): Promise<void> {
    const headers = { 'content-type': this.#registry.contentType, 'cache-control': NO_STORE };
    sendBytes(exchange, 200, headers, Buffer.from(await this.#registry.metrics()));
  }

  /** Whether a request may read them. Compares in constant time. */
  isOpenTo(authorization: string | undefined): boolean {
    const shown = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(digest(shown), this.#secret);
  }

  /** Counts an answer. @param route the kind of the requested file, and not its address */
  answered(method: string, route: string, status: number, seconds: number): void {
    this.#requests.observe({ method, route: `content/${route}`, status }, seconds);
  }

  /** The same storage, whose operations are measured. */
  watch<Storage extends ObjectStorage>(storage: Storage): Storage {
    return observeStorage(storage, (name) => {
      const end = this.#storage.startTimer({ name });
      return (outage) => {
        end();
        if (outage) this.#failures.inc({ part: 'storage', name, outage: 'true' });
      };
    });
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
