import { checkValues, findCollection, unrenderValues } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import type { ProjectState } from '../../access/identity.ts';
import { LIVE_VALUES } from '../../entries/live-values.store.ts';
import { withinBudget } from '../../platform/database/byte-budget.store.ts';
import { int, json, nullable, text } from '../../platform/database/row.ts';
import { query, sql } from '../../platform/database/sql.ts';
import type { Services } from '../services.ts';

const PAGE = 1000;

/**
 * How many entries that were published at a sequence break the active schema. Only checks entries that weren't migrated to it.
 */
export async function countUnfit(
  { database, schemas }: Pick<Services, 'database' | 'schemas'>,
  project: Pick<ProjectState, 'id' | 'schemaVersion'>,
  seq: number,
): Promise<number> {
  const schema = await schemas.load(project.id, project.schemaVersion);
  if (!schema) return 0;
  const unfit = new Set<string>();
  for (let after: readonly [string, string] = ['', '']; ; ) {
    // Only the served content is left of purged entries.
    const page = sql`SELECT l.*, (SELECT octet_length(c.json) FROM contents c
         WHERE c.project_id = l.project_id AND c.hash = l.content_hash) AS bytes
       FROM (
         SELECT * FROM publications WHERE project_id = ${project.id} AND until_seq IS NULL AND since_seq <= ${seq}
         UNION ALL
         SELECT * FROM publications WHERE project_id = ${project.id} AND until_seq > ${seq} AND since_seq <= ${seq}
       ) l WHERE l.conforms_to <> ${project.schemaVersion} AND (l.entry_id, l.locale) > (${after[0]}, ${after[1]})
       ORDER BY l.entry_id, l.locale LIMIT ${PAGE}`;
    const rows = await query(
      database.pool,
      sql`SELECT l.entry_id, l.locale, l.collection_key, l.page_size, ${LIVE_VALUES} AS values,
          (SELECT c.json FROM contents c WHERE c.project_id = l.project_id AND c.hash = l.content_hash) AS json
        FROM (${withinBudget(page, { order: sql`b.entry_id, b.locale`, bytes: sql`2 * b.bytes` })}) l
        ORDER BY l.entry_id, l.locale`,
      {
        page_size: int,
        entry_id: text,
        locale: text,
        collection_key: text,
        values: nullable(json<Record<string, Json>>()),
        json: text,
      },
    );
    for (const { entry_id, collection_key, values, json } of rows) {
      const collection = findCollection(schema, collection_key);
      const draft = collection && (values ?? unrenderValues(collection, JSON.parse(json), () => true));
      if (!draft || checkValues(collection, draft, 'publish').length > 0) unfit.add(entry_id);
    }
    const last = rows.at(-1);
    if (!last || (last.page_size < PAGE && rows.length === last.page_size)) return unfit.size;
    after = [last.entry_id, last.locale];
  }
}
