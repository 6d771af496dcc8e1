import type { SchemaDocument } from '@stele/schema';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';

const CACHED = 200;

/** Finds the schemas of projects. A version of a schema never changes, so those of late are remembered. */
export class Schemas {
  readonly #pool: Pool;
  readonly #cache = new LRUCache<string, SchemaDocument>({ max: CACHED });

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** A version of a project's schema; null for version 0, which every project has before a schema is pushed. */
  async load(projectId: string, version: number): Promise<SchemaDocument | null> {
    if (version === 0) return null;
    const key = `${projectId}:${version}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const { rows } = await this.#pool.query<{ document: SchemaDocument }>(
      'SELECT document FROM schema_versions WHERE project_id = $1 AND version = $2',
      [projectId, version],
    );
    const document = rows[0]?.document;
    if (!document) throw new Error(`The schema ${version} of ${projectId} is missing.`);
    this.#cache.set(key, document);
    return document;
  }
}

/** The schema that was active at a time; null when there was none. */
export async function findSchemaAt(pool: Pool, projectId: string, at: Date): Promise<SchemaDocument | null> {
  const { rows } = await pool.query<{ document: SchemaDocument }>(
    `SELECT document FROM schema_versions WHERE project_id = $1 AND created_at <= $2 ORDER BY version DESC LIMIT 1`,
    [projectId, at],
  );
  return rows[0]?.document ?? null;
}
