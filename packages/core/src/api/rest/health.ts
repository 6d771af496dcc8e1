import { ApiError } from '../../platform/errors.ts';
import type { ApiServices } from '../context.ts';
import { failure } from './handler.ts';

/** Answers /livez: the process runs. */
export function livez(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}

/** Answers /readyz: database and storage can be used, or 503 with which of them can't. */
export async function readyz(services: ApiServices): Promise<Response> {
  const [database, storage] = await Promise.allSettled([
    services.database.pool.query('SELECT 1'),
    services.storage.check(),
  ]);
  for (const [name, result] of Object.entries({ database, storage })) {
    if (result.status === 'rejected') services.log.warn({ err: result.reason, part: name }, 'not ready');
  }
  const down = Object.entries({ database, storage }).filter(([, result]) => result.status === 'rejected');
  if (down.length > 0) {
    return failure(
      new ApiError('unavailable', { details: down.map(([part]) => ({ path: [part], message: 'Out of reach.' })) }),
    );
  }
  return Response.json({ status: 'ok', database: 'ok', storage: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}
