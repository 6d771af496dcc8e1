import type { PoolClient } from 'pg';
import type { Database } from '../../src/database/open-database.ts';

/** What was sent to the database while somebody counted. */
export interface StatementCount {
  /** The SQL, in order, through Prisma and plain; BEGIN and COMMIT too. It grows until `stop`. */
  readonly statements: string[];
  /** Forgets the statements so far. */
  reset(): void;
  stop(): void;
}

/** Records every statement that the database's pool sends from now on. */
export function countStatements({ pool }: Pick<Database, 'pool'>): StatementCount {
  const statements: string[] = [];
  const watched = new Map<PoolClient, PoolClient['query']>();

  const watch = (client: PoolClient): void => {
    if (watched.has(client)) return;
    const query = client.query;
    watched.set(client, query);
    client.query = new Proxy(query, {
      apply: (target, self, args: unknown[]) => {
        statements.push(textOf(args[0]));
        return Reflect.apply(target, self, args);
      },
    });
  };

  pool.on('acquire', watch);
  return {
    statements,
    reset: () => {
      statements.length = 0;
    },
    stop: () => {
      pool.off('acquire', watch);
      for (const [client, query] of watched) client.query = query;
    },
  };
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const text = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : undefined;
  return typeof text === 'string' ? text : '';
}
