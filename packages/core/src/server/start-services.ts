import { MediaProcessor as FileProcessor } from '@stele/media';
import { type ObjectStorage, observeStorage } from '@stele/storage';
import type { Logger } from 'pino';
import { Admission, type AdmissionBounds } from '../access/admission.ts';
import type { CoreSettings } from '../access/caller.ts';
import { createTokenLookup } from '../access/identity.store.ts';
import type { LimitTable } from '../access/limits/limits.ts';
import { type DefaultQuotas, NO_QUOTAS } from '../access/limits/quotas.ts';
import { RateLimiter } from '../access/limits/rate-limiter.ts';
import { openRedis, type RedisSettings, redisWorks } from '../access/limits/redis-client.ts';
import { createMailer } from '../access/mailer.ts';
import { GRANTS, type Grants } from '../access/permissions.ts';
import type { SingleSignOnSettings } from '../access/providers/provider-settings.ts';
import { SingleSignOn } from '../access/providers/single-sign-on.ts';
import { TokenUsage } from '../access/token-usage.ts';
import { Schemas } from '../content/schemas.ts';
import { Delivery, type DeliveryOptions } from '../delivery/delivery.ts';
import { EventHub } from '../delivery/event-stream/event-hub.ts';
import { Presences } from '../delivery/presence/presences.ts';
import type { ListedFeature, Registry } from '../domains/feature.ts';
import type { JobServices } from '../domains/services.ts';
import type { Metrics } from '../features/operating/metrics.ts';
import type { makeProviders } from '../features/single-sign-on/providers/make-providers.ts';
import { JobWatch } from '../jobs/job-watch.ts';
import { JobRunner, MEDIA_AT_ONCE } from '../jobs/runner.ts';
import { removeAbandonedFolders, WORK_FOLDERS } from '../media/processing/work-folders.ts';
import type { MediaProcessor } from '../media/processor.ts';
import { Uploads } from '../media/uploads.ts';
import { type Clock, DatabaseClock } from '../platform/clock.ts';
import { observePool } from '../platform/database/observe-pool.ts';
import type { Database } from '../platform/database/open-database.ts';
import { once } from '../platform/once.ts';
import { Telemetry } from '../platform/telemetry/telemetry.ts';
import { PointerMirrors } from '../publishing/pointer-mirrors.ts';
import { Publisher } from '../publishing/publisher.ts';
import { finishHalfRestored } from '../publishing/restoration/restore.ts';
import { SnapshotObjects } from '../publishing/snapshot-objects.ts';
import { DEFAULT_RETENTION, type Retention } from '../publishing/sweep/retention.ts';
import { Sweeper } from '../publishing/sweep/sweep.ts';
import { registry as allFeatures, joinFeatures } from './registry.ts';
import type { TracingSettings } from './tracing.ts';

/** Options for starting the services. */
export interface ServiceOptions {
  readonly settings: CoreSettings;
  readonly database: Database;
  readonly storage: ObjectStorage;
  readonly log: Logger;
  /** Features of the API; all by default. */
  readonly features?: readonly ListedFeature[];
  readonly limits?: LimitTable;
  /** The permissions of roles and scopes; those of the table by default. */
  readonly grants?: Grants;
  /** Where rate limits are counted; in this process's memory when null. */
  readonly redis?: RedisSettings | null;
  /** How long snapshots are kept: 30 days, and the last 100, by default. */
  readonly retention?: Retention;
  /** Whether this process runs background jobs; it does by default. */
  readonly runsJobs?: boolean;
  /** Bytes that the files of each project may take; no limit by default. */
  readonly storageLimit?: number | null;
  readonly quotas?: DefaultQuotas;
  /** Processes uploaded files. */
  readonly mediaProcessor?: MediaProcessor;
  /** How requests to platforms and websites are sent. */
  readonly delivery?: DeliveryOptions;
  /** How people sign in through providers; they don't by default. */
  readonly singleSignOn?: SingleSignOnSettings | null;
  /** Where traces go; nowhere by default. */
  readonly tracing?: TracingSettings | null;
  /** How many requests are worked on at a time. */
  readonly admission?: AdmissionBounds;
  /** The database's clock by default. */
  readonly clock?: Clock;
}

/** Running services, and how to stop them. */
export interface RunningServices extends JobServices {
  readonly registry: Registry;
  readonly jobs: JobRunner<JobServices>;
  readonly telemetry: Telemetry;
  /** Null without the secret that opens them. */
  readonly metrics: Metrics | null;
  /** Waits for running publishes, then stops all recurring work. Leaves the database open. */
  stop(): Promise<void>;
}

/** Starts everything that requests share, and completes work that an earlier process left unfinished. */
export async function startServices(options: ServiceOptions): Promise<RunningServices> {
  const { settings, database, log } = options;
  const registry: Registry = options.features ? joinFeatures(options.features) : allFeatures;
  // Both are loaded only where they're wanted.
  const redis = options.redis ? await openRedis(options.redis) : null;
  const checkRedis = redis && (() => redisWorks(redis.client));
  const sources = { pool: database.pool, storage: options.storage, checkRedis };
  const metrics = settings.operatorSecret
    ? (await import('../features/operating/metrics.ts')).createMetrics(sources)
    : null;
  const tracer = options.tracing ? await (await import('./tracing.ts')).startTracing(options.tracing) : null;
  const telemetry = new Telemetry(metrics, tracer);
  const storage = observeStorage(options.storage, (name) => telemetry.begin('storage', name).end);
  const stopObserving = observePool(database.pool, telemetry);
  const clock = options.clock ?? (await DatabaseClock.start(database.pool));
  const mirrors = new PointerMirrors({ database, storage, log });
  const schemas = new Schemas(database.pool);
  const objects = new SnapshotObjects(storage);
  const jobs = new JobRunner({ pool: database.pool, clock, log, handlers: registry.jobs, telemetry });
  const publisher = new Publisher({ database, schemas, objects, mirrors, clock, log, telemetry, jobs });
  const tokenUsage = new TokenUsage(database.pool, clock, log);
  const sweeper = new Sweeper({ database, storage, clock, log, retention: options.retention ?? DEFAULT_RETENTION });
  const processor =
    options.mediaProcessor ?? new FileProcessor({ log, processes: MEDIA_AT_ONCE, workFolders: WORK_FOLDERS });
  const { encryptionKeys } = settings;
  const delivery = new Delivery({ log, encryptionKeys }, options.delivery);
  const grants = options.grants ?? GRANTS;
  // An embedded database has one process only.
  const presences = new Presences({ pool: database.kind === 'pglite' ? null : database.pool, clock, log });
  const events = new EventHub({ pool: database.pool, clock, log, grants, presences, rules: registry.eventRules });
  const singleSignOn = options.singleSignOn ? new SingleSignOn(options.singleSignOn, loadProviders) : null;
  const jobWatch = new JobWatch({ pool: database.pool, clock, log });
  const services: RunningServices = {
    registry,
    tables: registry.tables,
    eventRules: registry.eventRules,
    forgets: registry.forgets,
    database,
    storage,
    schemas,
    publisher,
    mirrors,
    delivery,
    clock,
    log,
    settings,
    mailer: settings.mail ? createMailer(settings.mail) : null,
    jobs,
    jobWatch,
    events,
    presences,
    media: {
      uploads: new Uploads({ database, storage, clock, log }),
      storageLimit: options.storageLimit ?? null,
      processor,
    },
    sweeper,
    telemetry,
    metrics,
    objects,
    grants,
    tokens: createTokenLookup(database.pool),
    tokenUsage,
    singleSignOn,
    admission: new Admission(options.admission),
    quotas: options.quotas ?? NO_QUOTAS,
    checkRedis,
    limiter: new RateLimiter({
      table: options.limits ?? registry.limits,
      redis: redis?.client ?? null,
      clock,
      log,
      telemetry,
    }),
    // Large libraries, loaded at their first use: callers with a token need neither sign-in nor the document.
    auth: once(async () => {
      const { createAuth } = await import('../access/better-auth.ts');
      const sessionHours = singleSignOn?.settings.sessionHours ?? null;
      return createAuth({ ...settings, prisma: database.prisma, clock, secret: settings.authSecret, sessionHours });
    }),
    openApiDocument: once(async () => {
      const { createOpenApiDocument } = await import('../api/openapi/document.ts');
      return createOpenApiDocument(registry, settings.apiUrl);
    }),
    async stop() {
      events.close();
      presences.close();
      jobWatch.stop();
      await jobs.stop();
      await delivery.close();
      await singleSignOn?.close();
      await publisher.idle();
      await mirrors.stop();
      await tokenUsage.stop();
      if (processor instanceof FileProcessor) await processor.close();
      if (clock instanceof DatabaseClock) clock.stop();
      redis?.close();
      stopObserving();
      await telemetry.close();
    },
  };
  removeAbandonedFolders().catch((err: unknown) => log.warn({ err }, 'could not remove old working folders'));
  await mirrors.start();
  await finishHalfRestored({ database, schemas, publisher, clock });
  await jobs.start({ looks: options.runsJobs ?? true }, services);
  jobWatch.start();
  return services;
}

/** Loads the clients of providers at the first sign-in: their library isn't small. */
async function loadProviders(...given: Parameters<typeof makeProviders>): Promise<ReturnType<typeof makeProviders>> {
  return (await import('../features/single-sign-on/providers/make-providers.ts')).makeProviders(...given);
}
