import type { Pool } from 'pg';

/** The used fields of a node in an executed plan. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  /** For each of the node's loops. */
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** The parts of a plan that take longer with more rows. */
export interface PlanCosts {
  /** Tables that are read from end to end. */
  readonly scannedTables: readonly string[];
  /** The most rows that are sorted at a time. */
  readonly mostSorted: number;
}

/** Runs a statement, and returns the costs of its plan. */
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
