import type { ApiClient } from '@stele/testing/api-client';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/open-database.ts';
import { explain } from './plans.ts';
import { countStatements, type StatementCount } from './statements.ts';

/** Tables that hold a project's entries. */
export const OF_ENTRIES = ['entries', 'entry_drafts', 'entry_values', 'publications', 'contents'];
/** Tables that grow without bound, within a project or over all of them. */
const GROWING = [
  ...OF_ENTRIES,
  ...['entry_versions', 'unique_values'],
  ...['snapshots', 'live_sequences', 'schema_versions', 'audit_records', 'project_tokens', 'members', 'projects'],
  ...['assets', 'stored_files', 'entry_reviews'],
];
const READS = /^\s*(SELECT|WITH)/i;

/** Without what's empty. */
export const given = (query: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

/** Looks at the plans of the statements that requests of a project send. */
export class GoodPlans {
  readonly #database: Database;
  readonly #projectId: string;
  readonly #growing: readonly string[];
  readonly #counted: StatementCount;

  /** @param growing tables that no statement may scan */
  constructor(database: Database, projectId: string, growing: readonly string[] = GROWING) {
    this.#database = database;
    this.#projectId = projectId;
    this.#growing = growing;
    this.#counted = countStatements(database);
  }

  /** Forgets the statements that were sent. */
  reset(): void {
    this.#counted.reset();
  }

  stop(): void {
    this.#counted.stop();
  }

  /** Reads two pages, and expects every statement to have a plan that takes no longer with more entries. */
  async expect(api: ApiClient, path: string, query: Record<string, string>): Promise<void> {
    let cursor: string | null = null;
    for (let page = 1; page <= 2; page++) {
      this.reset();
      const search = new URLSearchParams({ ...query, ...(cursor !== null && { cursor }) });
      const answer = await api.get(`/projects/${this.#projectId}/${path}?${search}`);
      const place = `${path} ${JSON.stringify(query)}, page ${page}`;
      expect(answer.status, place).toBe(200);
      // Background jobs query all projects, and so name none.
      for (const { sql, values } of this.#reads().filter((one) => one.values.length > 0)) {
        const { mostSorted } = await this.#expectLookUp(sql, values, place);
        expect(mostSorted, `${place}: ${sql}`).toBeLessThanOrEqual(1000);
      }
      cursor = answer.body.next_cursor;
      if (cursor === null) return;
    }
  }

  /** Expects that the statements since the last reset scan no table. */
  async expectLookUps(): Promise<void> {
    for (const { sql, values } of this.#reads()) await this.#expectLookUp(sql, values, '');
  }

  #reads() {
    const { statements, values } = this.#counted;
    return statements.map((sql, n) => ({ sql, values: values[n] ?? [] })).filter(({ sql }) => READS.test(sql));
  }

  async #expectLookUp(sql: string, values: readonly unknown[], place: string) {
    const costs = await explain(this.#database.pool, sql, values);
    expect(
      costs.scannedTables.filter((table) => this.#growing.includes(table)),
      `${place}: ${sql}`,
    ).toEqual([]);
    return costs;
  }
}
