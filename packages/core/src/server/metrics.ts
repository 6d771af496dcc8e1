import type { Registry } from 'prom-client';
import { countJobs } from '../jobs/runner.store.ts';
import type { Queryable } from '../platform/database/sql.ts';

/** Makes the metrics of the process and its jobs for Prometheus. */
export async function createMetrics(pool: Queryable): Promise<Registry> {
  const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
