import { confinement } from '@stele/media';
import { ping } from '../../platform/database/connection.store.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ApiServices } from '../context.ts';
import { failure } from './handler.ts';

/** Answers /livez: the process runs. */
export function livez(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}

/** The results of checking database and storage. */
interface Findings {
  readonly database: PromiseSettledResult<unknown>;
  readonly storage: PromiseSettledResult<unknown>;
}

/** How long results are reused. */
const FRESH_MS = 1000;

/**
 * Answers /readyz: 200 when database and storage work, or 503 with those that don't. Anyone may call it, and a check writes to
 * the storage. So there's at most one check a second, and all callers share its results. No one waits for Redis, without which
 * the API works.
 */
export class Readiness {
  readonly #services: ApiServices;
  #findings: Promise<Findings> | null = null;
  #foundAt: number | null = null;

  constructor(services: ApiServices) {
    this.#services = services;
  }

  async answer(): Promise<Response> {
    const findings = Object.entries(await this.#current());
    const down = findings.filter(([, result]) => result.status === 'rejected');
    if (down.length > 0) {
      return failure(
        new ApiError('unavailable', { details: down.map(([part]) => ({ path: [part], message: 'Out of reach.' })) }),
      );
    }
    const database = this.#services.database.isReadOnly() ? 'read_only' : 'ok';
    const late = await this.#services.jobWatch.late().catch(() => null);
    const jobs = late ? { jobs: 'late', late_job: { kind: late.kind, due_seconds: late.dueSeconds } } : { jobs: 'ok' };
    const { reachesRedis } = this.#services.limiter;
    const redis = reachesRedis !== null && { redis: reachesRedis ? 'ok' : 'unreachable' };
    const said = { status: 'ok', database, storage: 'ok', ...redis, ...jobs, media_confined: await confinement() };
    return Response.json(said, { headers: { 'cache-control': 'no-store' } });
  }

  /** Recent results, or else those of a check, which may be running already. */
  #current(): Promise<Findings> {
    const age = this.#foundAt === null ? 0 : Math.abs(this.#services.clock.now().getTime() - this.#foundAt);
    if (this.#findings && age < FRESH_MS) return this.#findings;
    this.#foundAt = null;
    this.#findings = this.#look().finally(() => {
      this.#foundAt = this.#services.clock.now().getTime();
    });
    return this.#findings;
  }

  async #look(): Promise<Findings> {
    const {
      database: { pool },
      storage: objects,
      log,
    } = this.#services;
    const [database, storage] = await Promise.allSettled([ping(pool), objects.check(), confinement()]);
    for (const [part, result] of Object.entries({ database, storage })) {
      if (result.status === 'rejected') log.warn({ err: result.reason, part }, 'not ready');
    }
    return { database, storage };
  }
}
