import { AsyncResource } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { currentRecord } from '../telemetry/request-record.ts';

type Callback = (error: Error | undefined, client?: PoolClient, release?: () => void) => void;
type Connect = (callback: Callback) => void;

interface Waiting {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * Shares the connections of a pool between tenants, so that none holds up another: the requests of one hold at most two thirds
 * of them, all requests leave one for recognising callers, health checks and jobs, and tenants that wait take turns. A tenant is
 * a project, or a person outside of projects. A pool of fewer than three connections isn't shared.
 */
export function shareConnections(pool: Pool): void {
  const { max, connectionTimeoutMillis } = pool.options;
  if (max < 3) return;
  const mostOfOne = Math.floor((max * 2) / 3);
  const mostOfAll = max - 1;
  const held = new Map<string, number>();
  const owners = new WeakMap<PoolClient, string>();
  /** Tenant → its callers, the tenant whose turn it is first. */
  const waiting = new Map<string, Waiting[]>();
  let all = 0;

  const mayHold = (tenant: string): boolean => all < mostOfAll && (held.get(tenant) ?? 0) < mostOfOne;
  const count = (tenant: string, change: 1 | -1): void => {
    all += change;
    const now = (held.get(tenant) ?? 0) + change;
    if (now > 0) held.set(tenant, now);
    else held.delete(tenant);
  };
  const giveBack = (tenant: string): void => {
    count(tenant, -1);
    for (const [next, callers] of waiting) {
      if (!mayHold(next)) continue;
      const caller = callers.shift();
      // The next caller of this tenant comes after those of all others.
      waiting.delete(next);
      if (callers.length > 0) waiting.set(next, callers);
      clearTimeout(caller?.timer);
      caller?.start();
      return;
    }
  };

  const connect = pool.connect.bind(pool) as Connect;
  const take = (tenant: string, callback: Callback): void => {
    count(tenant, 1);
    connect((error, client, release) => {
      if (client) owners.set(client, tenant);
      else giveBack(tenant);
      callback(error, client, release);
    });
  };
  const wait = (tenant: string, callback: Callback): void => {
    const callers = waiting.get(tenant) ?? [];
    const giveUp = (): void => {
      callers.splice(callers.indexOf(caller), 1);
      if (callers.length === 0) waiting.delete(tenant);
      callback(new Error('timeout exceeded when trying to connect'));
    };
    const timer = connectionTimeoutMillis ? setTimeout(giveUp, connectionTimeoutMillis).unref() : undefined;
    const caller = { start: AsyncResource.bind(() => take(tenant, callback)), timer };
    callers.push(caller);
    waiting.set(tenant, callers);
  };
  const connectFairly = (callback: Callback): void => {
    const record = currentRecord();
    const tenant = record?.projectId ?? record?.actor?.id;
    if (tenant === undefined) connect(callback);
    else if (mayHold(tenant)) take(tenant, callback);
    else wait(tenant, callback);
  };

  pool.connect = ((callback?: Callback): unknown => {
    if (callback) return connectFairly(callback);
    return new Promise((resolve, reject) =>
      connectFairly((error, client) => (error ? reject(error) : resolve(client))),
    );
  }) as Pool['connect'];
  pool.on('release', (_error, client) => {
    const tenant = owners.get(client);
    owners.delete(client);
    if (tenant !== undefined) giveBack(tenant);
  });
  const queued = (): number =>
    Array.from(waiting.values(), ({ length }) => length).reduce((sum, length) => sum + length, 0);
  const own = Reflect.get.bind(null, Object.getPrototypeOf(pool), 'waitingCount', pool) as () => number;
  Object.defineProperty(pool, 'waitingCount', { get: () => own() + queued() });
}
