import type { Registry } from 'prom-client';
import { countJobs } from '../jobs/runner.store.ts';
import type { Queryable } from '../platform/database/sql.ts';

/** Metrics of the process and its jobs for Prometheus; the library is loaded at the first call. */
export class Metrics {
  readonly #pool: Queryable;
  #registry: Promise<Registry> | undefined;

  constructor(pool: Queryable) {
    this.#pool = pool;
  }

  /** @returns the text of the exposition format, and its type */
  async collect(): Promise<{ contentType: string; text: string }> {
    this.#registry ??= this.#register();
    const registry = await this.#registry;
    return { contentType: registry.contentType, text: await registry.metrics() };
  }

  async #register(): Promise<Registry> {
    const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client');
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const pool = this.#pool;
    new Gauge({
      name: 'stele_jobs',
      help: 'Jobs on the list, by kind and state: waiting, due, running or dead.',
      labelNames: ['kind', 'state'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const { kind, state, count } of await countJobs(pool)) this.set({ kind, state }, count);
      },
    });
    return registry;
  }
}
