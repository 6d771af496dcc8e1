import type { Pool, PoolClient } from 'pg';
import { countRequests, isOfRequestAfter } from './origin.ts';

/** The rows that a statement of a request reads. */
export interface RowsRead {
  readonly sql: string;
  /** Most rows that a node of its plan takes from a table or an index, those that it throws away included. */
  readonly rows: number;
  /** The table. */
  readonly table: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

const EXPLAIN = 'EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ';

/**
 * Runs each statement of later requests twice: the first time under EXPLAIN, which is rolled back. So
 * statements that write are seen on the very rows that they find.
 */
export class RowsReadRecorder {
  readonly found: RowsRead[] = [];
  readonly #pool: Pool;
  readonly #watched = new Map<PoolClient, PoolClient['query']>();
  #earlier = countRequests();

  constructor(pool: Pool) {
    this.#pool = pool;
    pool.on('acquire', this.#watch);
  }

  reset(): void {
    this.found.length = 0;
    this.#earlier = countRequests();
  }

  stop(): void {
    this.#pool.off('acquire', this.#watch);
    for (const [client, query] of this.#watched) client.query = query;
  }

  readonly #watch = (client: PoolClient): void => {
    if (this.#watched.has(client)) return;
    const query = client.query;
    this.#watched.set(client, query);
    let inTransaction = false;
    const send = (text: string, values: unknown[] = []): Promise<{ rows: Record<string, unknown>[] }> =>
      Reflect.apply(query, client, [text, values]);
    client.query = new Proxy(query, {
      apply: (target, self, args: unknown[]) => {
        const { text, values } = statementOf(args);
        if (/^\s*(BEGIN|COMMIT|ROLLBACK)/i.test(text)) inTransaction = /^\s*BEGIN/i.test(text);
        else if (/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/i.test(text) && isOfRequestAfter(this.#earlier)) {
          const explain = async (): Promise<void> => {
            await send(inTransaction ? 'SAVEPOINT explained' : 'BEGIN');
            this.#note(text, (await send(`${EXPLAIN}${text}`, [...values])).rows);
            await send(inTransaction ? 'ROLLBACK TO SAVEPOINT explained' : 'ROLLBACK');
          };
          return explain().then(() => Reflect.apply(target, self, args));
        }
        return Reflect.apply(target, self, args);
      },
    });
  };

  #note(sql: string, rows: readonly Record<string, unknown>[]): void {
    const plans = rows.flatMap((row) => row['QUERY PLAN'] as { Plan: PlanNode }[]);
    for (const node of plans.flatMap(({ Plan }) => allNodes(Plan))) {
      const perLoop =
        node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      const table = node['Relation Name'];
      if (table) this.found.push({ sql, table, rows: perLoop * node['Actual Loops'] });
    }
  }
}

function statementOf([query, values]: readonly unknown[]): { text: string; values: readonly unknown[] } {
  if (typeof query === 'string') return { text: query, values: Array.isArray(values) ? values : [] };
  const { text = '', values: own = values } = query as { text?: string; values?: unknown };
  return { text, values: Array.isArray(own) ? own : [] };
}

function allNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allNodes)];
}
