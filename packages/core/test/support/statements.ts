import type { PoolClient } from 'pg';
import type { Database } from '../../src/platform/database/open-database.ts';
import { countRequests, isOfRequestAfter } from './origin.ts';

/** Statements that were sent to the database while recording. */
export interface StatementCount {
  /** The SQL, in order, through Prisma and plain; BEGIN and COMMIT too. It grows until `stop`. */
  readonly statements: string[];
  /** The values that each was sent with. */
  readonly values: (readonly unknown[])[];
  /** Forgets the statements so far, and the requests that are running. */
  reset(): void;
  stop(): void;
}

/**
 * Records every statement that the database's pool sends for the test, or for requests that begin from now on; but
 * nothing that an app sends by itself: that comes by time.
 *
 * @param fails gets each statement; if it returns true, a failing statement is sent instead
 */
export function countStatements(
  { pool }: Pick<Database, 'pool'>,
  fails: (sql: string) => boolean = () => false,
): StatementCount {
  const statements: string[] = [];
  const values: (readonly unknown[])[] = [];
  const watched = new Map<PoolClient, PoolClient['query']>();
  let earlier = countRequests();

  const watch = (client: PoolClient): void => {
    if (watched.has(client)) return;
    const query = client.query;
    watched.set(client, query);
    client.query = new Proxy(query, {
      apply: (target, self, args: unknown[]) => {
        const sql = textOf(args[0]);
        if (!isOfRequestAfter(earlier)) return Reflect.apply(target, self, args);
        statements.push(sql);
        values.push(valuesOf(args));
        return Reflect.apply(target, self, fails(sql) ? [failing(args[0]), ...args.slice(1)] : args);
      },
    });
  };

  pool.on('acquire', watch);
  return {
    statements,
    values,
    reset: () => {
      statements.length = 0;
      values.length = 0;
      earlier = countRequests();
    },
    stop: () => {
      pool.off('acquire', watch);
      for (const [client, query] of watched) client.query = query;
    },
  };
}

function failing(query: unknown): unknown {
  const text = 'SELECT 1 / 0 AS "made to fail"';
  return typeof query === 'string' ? text : Object.assign({}, query, { text, name: undefined, values: [] });
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const text = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : undefined;
  return typeof text === 'string' ? text : '';
}

function valuesOf([query, values]: readonly unknown[]): readonly unknown[] {
  const given = typeof query === 'object' && query !== null ? (Reflect.get(query, 'values') ?? values) : values;
  return Array.isArray(given) ? given : [];
}
