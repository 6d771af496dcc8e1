import type { SchemaDocument } from '@stele/schema';
import { type LocaleValues, searchVectorOf } from '../content/draft-values.ts';
import { vectorArray } from '../content/search-vector.ts';
import type { Services } from '../services.ts';

/** Drafts that one statement writes. */
const BATCH = 200;

interface Unindexed {
  readonly entry_id: string;
  readonly locale: string;
  readonly version: number;
  readonly project_id: string;
  readonly collection_key: string;
  readonly schema_version: number;
  readonly values: LocaleValues;
}

/**
 * Makes drafts that have no search vector be found: migrations take it away from those of which another form of this
 * program made one that wouldn't be found.
 *
 * @returns how many
 */
export async function fillSearch({ database, schemas }: Pick<Services, 'database' | 'schemas'>): Promise<number> {
  for (let filled = 0; ; ) {
    const { rows } = await database.pool.query<Unindexed>(
      `SELECT d.entry_id, d.locale, d.version, e.project_id, e.collection_key, p.schema_version, v.values
       FROM entry_drafts d JOIN entries e ON e.id = d.entry_id JOIN projects p ON p.id = e.project_id
       JOIN entry_values v ON v.entry_id = d.entry_id AND v.locale = d.locale AND v.version = d.version
       WHERE d.search IS NULL LIMIT ${BATCH}`,
    );
    if (rows.length === 0) return filled;
    const vectors: Buffer[] = [];
    for (const row of rows) vectors.push(vectorOf(row, await schemas.load(row.project_id, row.schema_version)));
    // A save that came meanwhile has written its own.
    await database.pool.query(
      `UPDATE entry_drafts d SET search = n.search
       FROM unnest($1::text[], $2::text[], $3::int[], $4::tsvector[]) AS n(entry_id, locale, version, search)
       WHERE d.entry_id = n.entry_id AND d.locale = n.locale AND d.version = n.version AND d.search IS NULL`,
      [
        rows.map((row) => row.entry_id),
        rows.map((row) => row.locale),
        rows.map((row) => row.version),
        vectorArray(vectors),
      ],
    );
    filled += rows.length;
  }
}

function vectorOf(row: Unindexed, schema: SchemaDocument | null): Buffer {
  const draft = { projectId: row.project_id, collectionKey: row.collection_key, locale: row.locale };
  return searchVectorOf({ schema }, draft, row.values);
}
