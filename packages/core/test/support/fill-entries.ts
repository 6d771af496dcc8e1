import { findCollection, type SchemaDocument } from '@stele/schema';
import { vectorArray } from '@stele/search';
import { canonicalJson, sha256 } from '@stele/snapshot';
import type { Pool } from 'pg';
import { encodeTime } from 'ulid';
import { type LocaleValues, searchVectorOf } from '../../src/content/draft-values.ts';
import { type Mentioned, mentionedIn } from '../../src/content/mentions.ts';
import { type NewContent, renderContent } from '../../src/content/render-content.ts';
import { uniqueValuesOf } from '../../src/content/unique-values.ts';
import { toUseColumns } from '../../src/entries/asset-uses.ts';

const BATCH = 2_000;
/** When the first entry was made; each other one a second later. */
const FIRST_MADE = Date.UTC(2025, 0, 1);
/** When what's live was published. */
export const PUBLISHED_AT = new Date(Date.UTC(2026, 0, 1));

/** An entry to fill a project with. */
export interface Filling {
  readonly collection: string;
  /** `changed`: live with other values than the draft's. */
  readonly state: 'draft' | 'published' | 'changed' | 'trashed';
  /** The title that lists show. */
  readonly title: string;
  /** Locale → values. */
  readonly values: Readonly<Record<string, LocaleValues>>;
}

/** The project to fill. */
export interface FilledProject {
  readonly id: string;
  /** The project's schema of version 1, if it has any. */
  readonly schema?: SchemaDocument;
  /** Ids of the entries that those to come refer to → their collections. */
  readonly referredTo?: ReadonlyMap<string, string>;
}

/**
 * Writes sets of entries, as if each entry had been created, and published as version 2 in all its locales, at the ledger's
 * sequence 1. The caller must make the snapshot.
 *
 * @returns the entries' ids, by time of making
 */
export async function fillEntries(
  pool: Pool,
  project: FilledProject,
  count: number,
  make: (number: number) => Filling,
): Promise<string[]> {
  const ids: string[] = [];
  await withoutIndex(pool, 'entry_drafts_search_idx', async () => {
    for (let from = 0; from < count; from += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => from + index);
      ids.push(...(await insertBatch(pool, project, batch, count, make)));
    }
  });
  await pool.query('VACUUM ANALYZE');
  return ids;
}

/** The live content of an entry's values in a locale. */
export function liveContentOf(project: FilledProject, { collection }: Filling, values: LocaleValues): NewContent {
  const mentioned = [...(project.referredTo ?? [])].map(
    ([id, collectionKey]) => [id, { collectionKey, title: id, trashed: false }] as const,
  );
  const { json, hash: valuesHash } = stored(values);
  const own = JSON.parse(json) as LocaleValues;
  const content = { entryId: '', locale: '', collectionKey: collection, values: own, valuesHash, position: '' };
  const rules = { schema: project.schema ?? null, defaultLocale: '' };
  return renderContent(rules, content, { mentioned: new Map(mentioned), assets: new Map(), pages: new Map() });
}

/** The live values of an entry in a locale; null when nothing is live. */
export function liveValuesOf({ state, values }: Filling, locale: string): LocaleValues | null {
  const own = values[locale];
  if (!own) return null;
  if (state === 'changed') return { ...own, title: 'As it is live' };
  return state === 'published' ? own : null;
}

/** An id that stands where its time of making does, among those of other entries. */
function idOf(number: number): string {
  const random = sha256(`entry ${number} ${process.pid} ${performance.now()}`).slice(0, 16);
  return `ent_${encodeTime(FIRST_MADE + 1000 * number, 10)}${random}`.toLowerCase();
}

/** The entries and assets that values mention, as rows hold them, in JSON. */
function mentionColumns({ refersTo, assetUses }: Mentioned): string {
  return JSON.stringify({ refers_to: refersTo, ...toUseColumns(assetUses) });
}

async function insertBatch(
  pool: Pool,
  project: FilledProject,
  numbers: readonly number[],
  count: number,
  make: (number: number) => Filling,
): Promise<string[]> {
  const { id: projectId, schema = null } = project;
  const collectionOf = (entry: Filling) => findCollection(schema, entry.collection);
  const entries = numbers.map((number) => ({ id: idOf(number), number, ...make(number) }));
  const versionOf = ({ state }: Filling): number => (state === 'changed' ? 3 : state === 'published' ? 2 : 1);
  const drafts = entries.flatMap((entry) =>
    Object.entries(entry.values).map(([locale, values]) => ({ entry, locale, ...stored(values) })),
  );
  const live = drafts.flatMap((draft) => {
    const values = liveValuesOf(draft.entry, draft.locale);
    return values ? [{ ...draft, ...stored(values), content: liveContentOf(project, draft.entry, values) }] : [];
  });
  const changed = live.filter(({ entry }) => entry.state === 'changed');
  await pool.query(
    `INSERT INTO entries (id, project_id, collection_key, version, values_version, title, title_key, position, order_stale,
       status, changed, created_at, created_by, updated_at, updated_by, trashed_at)
     SELECT id, $1, collection, version, CASE WHEN state = 'changed' THEN 3 ELSE 1 END, title, lower(title), substr(id, 5),
       false, CASE WHEN state = 'changed' THEN 'published' ELSE state END, state = 'changed', created_at, $8, updated_at, $8,
       CASE WHEN state = 'trashed' THEN updated_at END
     FROM unnest($2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::timestamptz[], $9::timestamptz[])
       AS e(id, collection, version, title, state, created_at, updated_at)`,
    [
      projectId,
      entries.map(({ id }) => id),
      entries.map(({ collection }) => collection),
      entries.map(versionOf),
      entries.map(({ title }) => title),
      entries.map(({ state }) => state),
      entries.map(({ number }) => new Date(FIRST_MADE + 1000 * number)),
      JSON.stringify({ type: 'system', id: 'filling', name: 'Filling' }),
      entries.map(({ number }) => new Date(FIRST_MADE + 1000 * (count + ((number * 7919) % count)))),
    ],
  );
  await pool.query(
    `INSERT INTO entry_versions (entry_id, version, kind, locales, changed_paths, created_at, created_by)
     SELECT e.id, v, CASE v WHEN 1 THEN 'create' WHEN 2 THEN 'publish' ELSE 'save' END, '{}', '[]', e.created_at,
       e.created_by FROM entries e CROSS JOIN generate_series(1, e.version) AS v WHERE e.id = ANY($1)`,
    [entries.map(({ id }) => id)],
  );
  const first = [...drafts.filter(({ entry }) => entry.state !== 'changed'), ...changed];
  const later = drafts.filter(({ entry }) => entry.state === 'changed');
  for (const [version, rows] of [[1, first] as const, [3, later] as const]) {
    await pool.query(
      `INSERT INTO entry_values (entry_id, locale, version, values)
       SELECT id, locale, $4, json::jsonb FROM unnest($1::text[], $2::text[], $3::text[]) AS v(id, locale, json)`,
      [rows.map(({ entry }) => entry.id), rows.map(({ locale }) => locale), rows.map(({ json }) => json), version],
    );
  }
  await pool.query(
    `INSERT INTO entry_drafts (entry_id, locale, version, values_hash, search, refers_to, assets, asset_fields)
     SELECT id, locale, version, hash, search, m.refers_to, m.assets, m.asset_fields
     FROM unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::tsvector[], $6::jsonb[])
       AS d(id, locale, version, hash, search, mentions),
       jsonb_to_record(mentions) AS m(refers_to text[], assets text[], asset_fields text[])`,
    [
      drafts.map(({ entry }) => entry.id),
      drafts.map(({ locale }) => locale),
      drafts.map(({ entry }) => (entry.state === 'changed' ? 3 : 1)),
      drafts.map(({ hash }) => hash),
      vectorArray(
        drafts.map(({ entry, locale, values }) =>
          searchVectorOf({ schema }, { projectId, collectionKey: entry.collection, locale }, values),
        ),
      ),
      drafts.map(({ entry, values }) => mentionColumns(mentionedIn(schema, entry.collection, values))),
    ],
  );
  await pool.query(
    `WITH rows AS (SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::jsonb[]) AS l(id, locale, collection, values_hash, hash, json, sort_key, mentions),
       jsonb_to_record(mentions) AS m(refers_to text[], assets text[], asset_fields text[])),
     new_contents AS (INSERT INTO contents (project_id, hash, json, refers_to)
       SELECT DISTINCT ON (hash) $1, hash, json, refers_to FROM rows
       ON CONFLICT DO NOTHING)
     INSERT INTO publications (project_id, entry_id, locale, since_seq, collection_key, version, schema_version,
       conforms_to, sort_key, published_at, values_hash, content_hash, assets, asset_fields)
     SELECT $1, id, locale, 1, collection, 2, $11::int, $11, sort_key, $10, values_hash, hash, assets, asset_fields FROM rows`,
    [
      projectId,
      live.map(({ entry }) => entry.id),
      live.map(({ locale }) => locale),
      live.map(({ entry }) => entry.collection),
      live.map(({ hash }) => hash),
      live.map(({ content }) => content.contentHash),
      live.map(({ content }) => content.json),
      live.map(({ content }) => content.sortKey),
      live.map(({ content }) => mentionColumns(content)),
      PUBLISHED_AT,
      schema ? 1 : 0,
    ],
  );
  const unique = entries.flatMap((entry) =>
    uniqueValuesOf(collectionOf(entry), Object.entries(entry.values)).map((value) => ({ entry, ...value })),
  );
  await pool.query(
    `INSERT INTO unique_values (project_id, collection_key, field, locale, value, entry_id, draft, live)
     SELECT $1, collection, field, locale, value, id, true, live
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[])
       AS u(collection, field, locale, value, id, live)`,
    [
      projectId,
      unique.map(({ entry }) => entry.collection),
      unique.map(({ field }) => field),
      unique.map(({ locale }) => locale),
      unique.map(({ value }) => value),
      unique.map(({ entry }) => entry.id),
      unique.map(({ entry }) => entry.state !== 'draft'),
    ],
  );
  return entries.map(({ id }) => id);
}

function stored(values: LocaleValues) {
  const json = canonicalJson(values);
  return { values, json, hash: sha256(json) };
}

/** Does work without an index, which is created again afterwards. Many rows are written faster this way. */
async function withoutIndex(pool: Pool, name: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ definition: string }>('SELECT pg_get_indexdef($1::regclass) AS definition', [
    name,
  ]);
  await pool.query(`DROP INDEX ${name}`);
  try {
    await work();
  } finally {
    await pool.query(rows[0]?.definition ?? '');
  }
}
