import { Pool } from 'pg';
import { startApi } from '../api/api.ts';
import { RawConnection } from '../api/raw-connection.ts';
import type { Bench, BenchContext, Figure } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { figure } from '../statistics.ts';
import { peakOf } from './peak.ts';

/** Entries, each published in two locales; a push moves all their values. */
const ENTRIES = 100_000;
/** The memory that a push may take, in a process that does nothing else. */
const GOAL = { atMost: 400 };
const BATCH = 5_000;
/** About ten kilobytes of text in each locale. */
const LINES = 100;
const LINE = 'A line of the text of an entry, of which each has its own, and a hundred of them in all, or so: ';

const schemaOf = (title: string, body: string, renames: Readonly<Record<string, string>> = {}) => ({
  format: 1,
  collections: [
    {
      key: 'posts',
      label: 'Posts',
      singleton: false,
      order: null,
      title_field: title,
      fields: [title, body].map((key) => ({
        key,
        label: key,
        type: 'text',
        required: true,
        localized: true,
        ...(renames[key] !== undefined && { renamed_from: renames[key] }),
      })),
    },
  ],
});

/** Schemas to push, one after another: the first into an empty project; each later one renames a field. */
const SCHEMAS = [
  schemaOf('title', 'body'),
  schemaOf('headline', 'body', { headline: 'title' }),
  schemaOf('headline', 'text', { text: 'body' }),
];

/** The memory of an API that moves all entries of a large project to another schema, on PostgreSQL. */
export const pushBench: Bench = {
  name: 'push',
  title: `memory of the API while a schema moves ${ENTRIES.toLocaleString('en')} entries of 10 kB in two locales, live`,
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

/** Pushes two schemas: the first push writes all files of the site, the second reads and writes them. */
async function measure({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const directory = await newFolder(later);
  const own = await createDatabase(databaseUrl ?? '', later);
  const database = { kind: 'postgres', url: own.url } as const;
  const filled = await startApi({ database, directory });
  await pushSchema(filled, 0).finally(() => filled.stop());
  say(`making ${ENTRIES} entries of 10 kB in two locales, live`);
  await fillForPush(own.url, filled.projectId);
  const options = { database, storage: filled.storage, limits: '' };
  const figures: Figure[] = [];
  for (const number of [1, 2]) {
    const started = performance.now();
    const peak = await peakOf(options, (url) => pushSchema({ ...filled, url }, number));
    say(`push ${number} of 2: ${peak.toFixed(0)} MiB, ${((performance.now() - started) / 1000).toFixed(0)} s`);
    figures.push(figure(`a field of all entries renamed, push ${number}`, 'MiB', [peak], GOAL));
  }
  return figures;
}

/** An API, and the project on it. */
interface PushTarget {
  readonly url: string;
  readonly projectId: string;
  readonly adminToken: string;
}

/** Pushes one of the schemas. It may take minutes. */
async function pushSchema({ url, projectId, adminToken }: PushTarget, number: number): Promise<void> {
  const connection = new RawConnection(url, { authorization: `Bearer ${adminToken}` });
  const body = { schema: SCHEMAS[number], base_version: number };
  await connection.send('POST', `/v1/projects/${projectId}/schema/sync`, body).finally(() => connection.close());
}

/** Fills a project that has the first schema with live entries, by SQL alone. Its snapshot has no files yet. */
async function fillForPush(databaseUrl: string, projectId: string): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    for (let from = 1; from <= ENTRIES; from += BATCH) {
      await pool.query(FILL, [projectId, from, Math.min(from + BATCH - 1, ENTRIES), LINE, LINES]);
    }
    await pool.query(
      `WITH snapshot AS (
         INSERT INTO snapshots (id, project_id, seq, schema_version, published_at, files, manifest_hash)
         VALUES ('snap_filled', $1, 1, 1, now() - interval '1 hour', '[]', ''))
       UPDATE projects SET live_seq = 1, live_snapshot_id = 'snap_filled' WHERE id = $1`,
      [projectId],
    );
    await pool.query('VACUUM ANALYZE');
  } finally {
    await pool.end();
  }
}

const FILL = `WITH numbers AS (
    SELECT n, 'ent_' || lpad(n::text, 26, '0') AS id FROM generate_series($2::int, $3::int) AS n
  ), texts AS MATERIALIZED (
    SELECT id, locale, json, encode(sha256(convert_to(json, 'UTF8')), 'hex') AS hash FROM (
      SELECT id, locale, format('{"body":"%s","title":"Number %s in %s"}', repeat($4::text || n, $5::int), n, locale) AS json
      FROM numbers, unnest('{en,de}'::text[]) AS locale) t
  ), new_entries AS (
    INSERT INTO entries (id, project_id, collection_key, version, values_version, title, title_key, position, order_stale,
      status, created_at, created_by, updated_at, updated_by)
    SELECT id, $1, 'posts', 2, 1, 'Number ' || n || ' in en', 'number ' || n || ' in en', substr(id, 5), false, 'published', now(), '{}', now(), '{}'
    FROM numbers
  ), new_versions AS (
    INSERT INTO entry_versions (entry_id, version, kind, locales, changed_paths, created_at, created_by)
    SELECT id, v, CASE v WHEN 1 THEN 'create' ELSE 'publish' END, '{en,de}', '[]', now(), '{}'
    FROM numbers, generate_series(1, 2) AS v
  ), new_values AS (
    INSERT INTO entry_values (entry_id, locale, version, values) SELECT id, locale, 1, json::jsonb FROM texts
  ), new_drafts AS (
    INSERT INTO entry_drafts (entry_id, locale, version, values_hash) SELECT id, locale, 1, hash FROM texts
  ), new_contents AS (
    INSERT INTO contents (project_id, hash, json) SELECT $1, hash, json FROM texts
  )
  INSERT INTO publications (project_id, entry_id, locale, since_seq, collection_key, version, schema_version, conforms_to,
    sort_key, published_at, values_hash, content_hash)
  SELECT $1, id, locale, 1, 'posts', 2, 1, 1, '', now() - interval '1 hour', hash, hash FROM texts`;
