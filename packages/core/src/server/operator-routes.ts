import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../platform/errors.ts';
import type { Metrics } from './metrics.ts';

/** How long a call to run jobs starts new ones; it answers when the running ones are done. */
const RUN_MS = 20_000;

interface Needed {
  /** The Bearer token of operators and their machines; null disables these routes. */
  readonly secret: string | null;
  readonly metrics: Metrics;
  readonly jobs: { drain(options: { deadline: number }): Promise<void> };
}

/**
 * Routes for operators' machines: `GET /metrics`, and `POST /internal/jobs/run` where no process lives long enough to run jobs
 * itself. Both need the operator's secret as a Bearer token, and don't exist when none is set.
 */
export class OperatorRoutes {
  readonly #needed: Needed;

  constructor(needed: Needed) {
    this.#needed = needed;
  }

  /** @returns null for other addresses @throws ApiError for a wrong secret or method */
  async answer(request: Request, pathname: string): Promise<Response | null> {
    const { secret, metrics, jobs } = this.#needed;
    const method = METHODS[pathname];
    if (method === undefined || secret === null) return null;
    if (!isSecret(request.headers.get('authorization'), secret)) throw new ApiError('auth.invalid_token');
    if (request.method !== method) throw new ApiError('method_not_allowed', { headers: { allow: method } });
    if (pathname === '/metrics') {
      const { contentType, text } = await metrics.collect();
      return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
    }
    await jobs.drain({ deadline: Date.now() + RUN_MS });
    return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
  }
}

const METHODS: Readonly<Record<string, string>> = { '/metrics': 'GET', '/internal/jobs/run': 'POST' };

/** Compares in constant time. */
function isSecret(authorization: string | null, secret: string): boolean {
  const shown = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(secret));
}
