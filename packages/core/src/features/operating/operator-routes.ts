import { bears } from '../../access/token-secret.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Metrics } from './metrics.ts';

/** How long a call to run jobs starts new ones; it answers when the running ones are done. */
const RUN_MS = 20_000;

interface Needed {
  /** The Bearer token of operators and their machines; null disables these routes. */
  readonly secret: string | null;
  readonly metrics: Pick<Metrics, 'contentType' | 'text'> | null;
  readonly jobs: { runDue(deadline: number): Promise<void> };
}

/** @returns null for other addresses @throws ApiError for a wrong secret or method */
type OperatorRoutes = (request: Request, pathname: string) => Promise<Response | null>;

/**
 * Routes for operators' machines: `GET /metrics`, and `POST /internal/jobs/run` where no process lives long enough to run jobs
 * itself; it takes GET too, which timers of some platforms send. Both need the operator's secret as a Bearer token, and don't
 * exist when none is set.
 */
export function operatorRoutes({ secret, metrics, jobs }: Needed): OperatorRoutes {
  return async (request, pathname) => {
    const methods = METHODS[pathname];
    if (methods === undefined || secret === null || metrics === null) return null;
    if (!bears(request.headers.get('authorization'), secret)) throw new ApiError('auth.invalid_token');
    if (!methods.includes(request.method)) {
      throw new ApiError('method_not_allowed', { headers: { allow: methods.join(', ') } });
    }
    if (pathname === '/metrics') {
      const headers = { 'content-type': metrics.contentType, 'cache-control': 'no-store' };
      return new Response(await metrics.text(), { headers });
    }
    await jobs.runDue(Date.now() + RUN_MS);
    return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
  };
}

const METHODS: Readonly<Record<string, readonly string[]>> = {
  '/metrics': ['GET'],
  '/internal/jobs/run': ['POST', 'GET'],
};
