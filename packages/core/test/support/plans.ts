import type { Pool } from 'pg';

/** What's looked at of a node of a plan that was carried out. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  /** For each of the node's loops. */
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** What a plan does that takes the longer the more rows there are. */
export interface PlanCosts {
  /** Tables that are read from end to end. */
  readonly scannedTables: readonly string[];
  /** Most rows that are sorted at a time. */
  readonly mostSorted: number;
}

/** Carries a statement out, and tells what its plan costs. */
export async function explain(pool: Pool, sql: string, values: readonly unknown[]): Promise<PlanCosts> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`,
    [...values],
  );
  const nodes = rows.flatMap((row) => allNodes(row['QUERY PLAN'][0].Plan));
  const scannedTables = nodes
    .filter((node) => node['Node Type'].includes('Seq Scan'))
    .map((node) => node['Relation Name'] ?? '');
  const sorted = nodes
    .filter((node) => node['Node Type'].includes('Sort'))
    .flatMap((node) => node.Plans ?? [])
    .map((input) => input['Actual Rows']);
  return { scannedTables: [...new Set(scannedTables)], mostSorted: Math.max(0, ...sorted) };
}

function allNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allNodes)];
}
