import { setTimeout as wait } from 'node:timers/promises';
import type { ObjectStorage } from '@stele/storage';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countJobs } from '../../jobs/runner.store.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { isOutage } from '../../platform/database/outage.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import type { Meter, Part } from '../../platform/telemetry/telemetry.ts';
import { readLastBackup } from './last-backup.ts';
import { loadOperatingFacts } from './operating-facts.store.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LONG_SECONDS = [...SECONDS, 30, 60, 300];
const SHORT_SECONDS = [0.001, ...SECONDS];

/** Metrics of this process, in the form that Prometheus reads. */
export interface Metrics extends Meter {
  readonly contentType: string;
  /** The current figures. Without a database, the ones that only it knows are left out. */
  text(): Promise<string>;
}

/** Sources of metrics, read when they're asked for. */
export interface MetricSources extends Pick<Database, 'pool'> {
  readonly storage: ObjectStorage;
  /** Null without Redis. */
  readonly checkRedis: (() => Promise<boolean>) | null;
}

/**
 * Makes the metrics. Labels have few different values each, whatever requests and projects there are: routes instead of
 * addresses, and none of projects or people.
 */
export function createMetrics({ pool, storage, checkRedis }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'stele_http_request_duration_seconds',
    help: 'Requests by route and status, and the time until the answer began.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers,
  });
  const durations: Readonly<Record<Part, Histogram<string>>> = {
    database: new Histogram({
      name: 'stele_database_statement_duration_seconds',
      help: 'Statements sent to the database, by their first word.',
      labelNames: ['name'],
      buckets: SHORT_SECONDS,
      registers,
    }),
    storage: new Histogram({
      name: 'stele_storage_operation_duration_seconds',
      help: 'Operations on the object storage.',
      labelNames: ['name'],
      buckets: SECONDS,
      registers,
    }),
    publish: new Histogram({
      name: 'stele_publish_step_duration_seconds',
      help: 'Steps of publishing: wait for another process, plan, build, commit, update mirrors.',
      labelNames: ['name'],
      buckets: LONG_SECONDS,
      registers,
    }),
    job: new Histogram({
      name: 'stele_job_duration_seconds',
      help: 'Jobs run by this process, by kind.',
      labelNames: ['name'],
      buckets: LONG_SECONDS,
      registers,
    }),
  };
  const failures = new Counter({
    name: 'stele_failures_total',
    help: 'What failed, by part: statements (also those that a constraint refused), storage operations, steps of publishing, jobs.',
    labelNames: ['part', 'name', 'outage'] as const,
    registers,
  });
  const waits = new Histogram({
    name: 'stele_database_connection_wait_seconds',
    help: 'How long callers waited for a connection of the pool.',
    buckets: SHORT_SECONDS,
    registers,
  });
  const refusals = new Counter({
    name: 'stele_limit_refusals_total',
    help: 'Requests refused by a rate limit.',
    labelNames: ['limit'] as const,
    registers,
  });
  const uncounted = new Counter({
    name: 'stele_limits_unreachable_total',
    help: 'Requests that Redis could not count, because it is out of reach.',
    labelNames: ['limit'] as const,
    registers,
  });
  new Gauge({
    name: 'stele_database_connections',
    help: 'Connections of the pool by state, and callers that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const redis = new Gauge({ name: 'stele_redis_up', help: 'Whether Redis answered for these metrics.', registers });
  const backup = new Gauge({ name: 'stele_backup_age_seconds', help: 'Age of the newest backup.', registers });
  const readPeers = async (): Promise<void> => {
    const [works, last] = await Promise.all([checkRedis?.(), soon(readLastBackup(storage))]);
    // An unknown figure has no value.
    for (const each of [redis, backup]) each.remove();
    if (works !== undefined) redis.set(Number(works));
    if (last) backup.set((Date.now() - Date.parse(last.readAt)) / 1000);
  };
  const fromDatabase = gaugesOfData(registers);
  return {
    contentType: registry.contentType,
    request: ({ method, route, status }, seconds) => requests.observe({ method, route, status }, seconds),
    work(part, name, seconds, failure) {
      durations[part].observe({ name }, seconds);
      if (!failure) return;
      const outage = part === 'storage' || isOutage(failure);
      failures.inc({ part, name, outage: String(outage) });
    },
    waited: (seconds) => waits.observe(seconds),
    count: (what, limit) => (what === 'limit_refused' ? refusals : uncounted).inc({ limit }),
    async text() {
      await Promise.all([fromDatabase(pool), readPeers()]);
      return registry.metrics();
    },
  };
}

/** The value of a promise within a second, else null: a storage that doesn't answer must not hold up all other figures. */
async function soon<Value>(promise: Promise<Value>): Promise<Value | null> {
  return Promise.race([promise.catch(() => null), wait(1_000, null, { ref: false })]);
}

/** Figures from the database, alike in every process. @returns a function that reads them, and never throws */
function gaugesOfData(registers: Registry[]): (pool: Queryable) => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> =>
    new Gauge({ name, help, labelNames, registers });
  const jobs = gauge('stele_jobs', 'Jobs by kind and state: waiting, due, running or dead.', 'kind', 'state');
  const oldest = gauge('stele_job_oldest_due_seconds', 'For how long the oldest due job of a kind is due.', 'kind');
  const projects = gauge('stele_projects', 'Projects of the instance.');
  const age = gauge('stele_live_snapshot_age_seconds', 'Age of the newest and the oldest live snapshot.', 'which');
  const behind = gauge('stele_pointer_mirrors_behind', 'Pointer mirrors that are missing or name an earlier snapshot.');
  const up = gauge('stele_database_up', 'Whether the database answered for these metrics.');
  return async (pool) => {
    for (const each of [jobs, oldest, projects, age, behind]) each.reset();
    try {
      const [counts, facts] = await Promise.all([countJobs(pool), loadOperatingFacts(pool)]);
      for (const { kind, state, count, dueSeconds } of counts) {
        jobs.set({ kind, state }, count);
        if (state === 'due') oldest.set({ kind }, dueSeconds);
      }
      projects.set(facts.projects);
      if (facts.newestSnapshotAge !== null) age.set({ which: 'newest' }, facts.newestSnapshotAge);
      if (facts.oldestSnapshotAge !== null) age.set({ which: 'oldest' }, facts.oldestSnapshotAge);
      behind.set(facts.mirrorsBehind);
      up.set(1);
    } catch {
      up.set(0);
    }
  };
}
