import { checkValues, findCollection } from '@stele/schema';
import type { Json } from '@stele/snapshot';
import type { ProjectContext, ProjectState } from '../../context.ts';

const PAGE = 1000;

/** How many live entries the active schema would refuse to publish; only those that weren't moved to it are looked at. */
export async function countUnfit({ services }: ProjectContext, project: ProjectState): Promise<number> {
  const schema = await services.schemas.load(project.id, project.schemaVersion);
  if (!schema) return 0;
  const unfit = new Set<string>();
  for (let after = ['', '']; ; ) {
    const { rows } = await services.database.pool.query<{
      entry_id: string;
      locale: string;
      collection_key: string;
      values: Record<string, Json> | null;
    }>(
      `SELECT l.entry_id, l.locale, l.collection_key, (SELECT v.values FROM entry_values v
         WHERE v.entry_id = l.entry_id AND v.locale = l.locale AND v.version <= l.version
         ORDER BY v.version DESC LIMIT 1) AS values
       FROM publications l WHERE l.project_id = $1 AND l.until_seq IS NULL AND l.conforms_to <> $2
         AND (l.entry_id, l.locale) > ($3, $4) ORDER BY l.entry_id, l.locale LIMIT ${PAGE}`,
      [project.id, project.schemaVersion, ...after],
    );
    for (const row of rows) {
      const collection = findCollection(schema, row.collection_key);
      if (!collection || checkValues(collection, row.values ?? {}, 'publish').length > 0) unfit.add(row.entry_id);
    }
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return unfit.size;
    after = [last.entry_id, last.locale];
  }
}
