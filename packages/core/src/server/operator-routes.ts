import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../platform/errors.ts';
import type { Metrics } from './metrics.ts';

/** How long a call to run jobs takes at most before it answers, unless one that began takes longer. */
const RUN_MS = 20_000;

interface Needed {
  /** What operators and their machines show; null closes these routes. */
  readonly secret: string | null;
  readonly metrics: Metrics;
  readonly jobs: { drain(options: { deadline: number }): Promise<void> };
}

/**
 * What operators' machines call: `GET /metrics`, and `POST /internal/jobs/run` where no process lives long enough to do
 * jobs by itself. Both take the operator's secret as a Bearer token; without one set they aren't there.
 */
export class OperatorRoutes {
  readonly #needed: Needed;

  constructor(needed: Needed) {
    this.#needed = needed;
  }

  /** @returns null when the address is none of these @throws ApiError when the caller may not, or the method is another */
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

/** Compares without telling by its time how much of the secret was right. */
function isSecret(authorization: string | null, secret: string): boolean {
  const shown = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(shown), digest(secret));
}
