import type { Services } from '../services.ts';

/** Answers /livez: the process runs. */
export function livez(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}

/** Answers /readyz: database and storage can be used, or 503 with which of them can't. */
export async function readyz(services: Services): Promise<Response> {
  const [database, storage] = await Promise.allSettled([
    services.database.pool.query('SELECT 1'),
    services.storage.check(),
  ]);
  for (const [name, result] of Object.entries({ database, storage })) {
    if (result.status === 'rejected') services.log.warn({ err: result.reason, part: name }, 'not ready');
  }
  const ready = database.status === 'fulfilled' && storage.status === 'fulfilled';
  const say = (result: PromiseSettledResult<unknown>): string => (result.status === 'fulfilled' ? 'ok' : 'unavailable');
  return Response.json(
    { status: ready ? 'ok' : 'unavailable', database: say(database), storage: say(storage) },
    { status: ready ? 200 : 503, headers: { 'cache-control': 'no-store' } },
  );
}
