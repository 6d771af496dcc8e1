import { AsyncResource } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { currentRecord } from '../telemetry/request-record.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

type Callback = (error: Error | null, ...results: unknown[]) => void;

/**
 * Measures the statements that a pool sends, and the waits for its connections, and counts both for the request that they're
 * sent for.
 *
 * @returns a function that ends the measuring
 */
export function observePool(pool: Pool, telemetry: Telemetry): () => void {
  let isObserving = true;
  const watched = new WeakSet<PoolClient>();
  const watch = (client: PoolClient): void => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query;
    client.query = ((...given: unknown[]): unknown => {
      if (!isObserving) return Reflect.apply(query, client, given);
      const end = beginStatement(given[0], telemetry);
      const last = given.at(-1);
      if (typeof last === 'function') {
        const called: Callback = (error, ...results) => {
          end(error);
          (last as Callback)(error, ...results);
        };
        return Reflect.apply(query, client, [...given.slice(0, -1), called]);
      }
      const result: unknown = Reflect.apply(query, client, given);
      if (result instanceof Promise) result.then(() => end(null), end);
      return result;
    }) as PoolClient['query'];
  };
  const connect = pool.connect;
  pool.connect = ((callback?: Callback): unknown => {
    const asked = performance.now();
    const waited = (): void => telemetry.waited((performance.now() - asked) / 1000);
    if (!callback) return (Reflect.apply(connect, pool, []) as Promise<PoolClient>).finally(waited);
    // Where it has to wait, the pool calls back from the work of the caller that gives the connection back.
    const bound = AsyncResource.bind((...results: Parameters<Callback>) => {
      waited();
      callback(...results);
    });
    return Reflect.apply(connect, pool, [bound]);
  }) as Pool['connect'];
  pool.on('acquire', watch);
  return () => {
    isObserving = false;
    pool.connect = connect;
    pool.off('acquire', watch);
  };
}

/** @returns a function that ends the measuring, with the error of the statement if it failed */
function beginStatement(query: unknown, telemetry: Telemetry): (failure: unknown) => void {
  const text = statementOf(query);
  const measured = telemetry.begin('database', /^[\s(]*([A-Za-z]+)/.exec(text)?.[1]?.toUpperCase() ?? 'OTHER', {
    'db.query.text': text,
  });
  const record = currentRecord();
  const began = performance.now();
  return (failure) => {
    measured.end(failure);
    if (!record) return;
    record.queries += 1;
    record.databaseMs += performance.now() - began;
  };
}

function statementOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const text: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : undefined;
  return typeof text === 'string' ? text : '';
}
