import { findCollection, type SchemaDocument, unrenderValues } from '@stele/schema';
import { deriveListFacts, type LocaleValues } from '../../content/draft-values.ts';
import { type AssetUseColumns, toAssetUses } from '../../entries/asset-uses.ts';
import { writeVersions } from '../../entries/write-versions.store.ts';
import type { Actor } from '../../platform/actor.ts';
import { bool, int, json, list, text } from '../../platform/database/row.ts';
import { type Connection, execute, query, rowsOf, sql } from '../../platform/database/sql.ts';
import type { ProjectLiveState } from '../model.ts';

/** An earlier snapshot that goes live again, in a transaction that has moved the pointer to it. */
export interface Restoration {
  readonly project: ProjectLiveState;
  /** The new sequence. */
  readonly seq: number;
  /** The earlier sequence at which the snapshot was first live. */
  readonly seqThen: number;
  /** The schema at the earlier sequence; null when there was none. */
  readonly schemaThen: SchemaDocument | null;
  readonly actor: Actor;
  readonly requestId: string;
  readonly at: Date;
}

/**
 * Creates purged entries of `restored_entries` again from the ledger, which has all that is left of them. It writes the values
 * of all their rows, since other snapshots with them may be restored later.
 */
export async function bringBackPurged(tx: Connection, { project, seq, actor: by, at }: Restoration): Promise<void> {
  const purged = await query(
    tx,
    sql`WITH gone AS MATERIALIZED (
        SELECT a.entry_id FROM restored_entries a
        WHERE NOT EXISTS (SELECT 1 FROM entries e WHERE e.id = a.entry_id))
      SELECT DISTINCT ON (l.entry_id, l.locale, l.version) l.entry_id, l.locale, l.collection_key, l.version,
        l.conforms_to, l.assets, l.asset_fields, c.json, l.until_seq IS NULL AS live
      FROM gone g JOIN publications l ON l.project_id = ${project.id} AND l.entry_id = g.entry_id
      JOIN contents c ON c.project_id = l.project_id AND c.hash = l.content_hash
      ORDER BY l.entry_id, l.locale, l.version, l.since_seq DESC`,
    {
      entry_id: text,
      locale: text,
      collection_key: text,
      version: int,
      conforms_to: int,
      assets: list(text),
      asset_fields: list(text),
      json: text,
      live: bool,
    },
  );
  if (purged.length === 0) return;
  const schemas = await loadSchemas(tx, project.id, [...new Set(purged.map((row) => row.conforms_to))]);
  const values = purged.map((row) => ({ ...row, values: draftOf(schemas.get(row.conforms_to) ?? null, row) }));
  const ids = [...new Set(values.map((row) => row.entry_id))];
  const purgedEntries = ids.map((id) => {
    const own = values.filter((row) => row.entry_id === id && row.live);
    const byLocale = new Map(own.map((row) => [row.locale, row.values]));
    return { id, ...deriveListFacts(project, own[0]?.collection_key ?? '', byLocale, '') };
  });
  const actor = JSON.stringify(by);
  const kept = values.map((row) => ({ ...row, entryId: row.entry_id }));
  // The highest version ever, so that no version number is used twice.
  await execute(
    tx,
    sql`WITH guard AS (
      INSERT INTO entries (id, project_id, collection_key, external_id, version, values_version, title, title_key, position,
        order_key, order_stale, status, created_at, created_by, updated_at, updated_by)
      SELECT p.id, ${project.id}, (SELECT min(l.collection_key) FROM publications l WHERE l.project_id = ${project.id}
          AND l.entry_id = p.id AND l.since_seq = ${seq}::int), NULL, h.version, h.version, p.title, p.title_key, substr(p.id, 5),
        p.order_key, false, 'draft', h.published_at, ${actor}::jsonb, ${at}, ${actor}::jsonb
      FROM ${rowsOf('p', purgedEntries, {
        id: ['text', ({ id }) => id],
        title: ['text', ({ title }) => title],
        title_key: ['text', ({ titleKey }) => titleKey],
        order_key: ['text', ({ orderKey }) => orderKey],
      })}
      JOIN LATERAL (SELECT max(l.version) AS version, min(l.published_at) AS published_at FROM publications l
        WHERE l.project_id = ${project.id} AND l.entry_id = p.id) h ON true
      RETURNING id), ${writeVersions({ records: [], values: kept })} SELECT 1`,
  );
}

/** Draft values from served content, with the schema that the content follows. */
function draftOf(
  schema: SchemaDocument | null,
  row: AssetUseColumns & { readonly collection_key: string; readonly json: string },
): LocaleValues {
  const collection = findCollection(schema, row.collection_key);
  const published = JSON.parse(row.json) as LocaleValues;
  const uses = toAssetUses(row);
  const isUse = (id: string, inField: string): boolean =>
    uses.some(({ assetId, field }) => assetId === id && field === inField);
  return collection ? unrenderValues(collection, published, isUse) : published;
}

async function loadSchemas(
  tx: Connection,
  projectId: string,
  versions: readonly number[],
): Promise<ReadonlyMap<number, SchemaDocument>> {
  const rows = await query(
    tx,
    sql`SELECT version, document FROM schema_versions
      WHERE project_id = ${projectId} AND version = ANY(${versions}::int[])`,
    { version: int, document: json<SchemaDocument>() },
  );
  return new Map(rows.map(({ version, document }) => [version, document]));
}
