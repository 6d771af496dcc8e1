import type { SchemaDocument } from '@stele/schema';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { findSchema } from './schemas.store.ts';

const CACHED = 200;

/** Loads schemas of projects. A version never changes, so recently used ones are cached. */
export class Schemas {
  readonly #pool: Pool;
  readonly #cache = new LRUCache<string, SchemaDocument>({ max: CACHED });

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** A version of a project's schema; null for version 0, before the first push. */
  async load(projectId: string, version: number): Promise<SchemaDocument | null> {
    if (version === 0) return null;
    const key = `${projectId}:${version}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const document = await findSchema(this.#pool, projectId, version);
    if (!document) throw new Error(`The schema ${version} of ${projectId} is missing.`);
    this.#cache.set(key, document);
    return document;
  }
}
