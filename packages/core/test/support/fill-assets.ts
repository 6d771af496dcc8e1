import type { Pool } from 'pg';
import { vectorArray } from '../../src/content/search-vector.ts';
import { assetSearchVector } from '../../src/media/asset.store.ts';
import { newId } from '../../src/platform/ids.ts';

/** An asset to fill a project with. */
export interface AssetFilling {
  readonly filename: string;
  readonly mime?: string;
  readonly altText?: Readonly<Record<string, string>>;
  readonly decorative?: boolean;
  readonly folderId?: string | null;
  readonly stage?: 'pending' | 'processing' | 'ready' | 'failed';
  readonly trashed?: boolean;
  readonly bytes?: number;
}

const BATCH = 2000;

/** Makes assets as if each had been uploaded and processed, but without any files. @returns their ids */
export async function fillAssets(
  pool: Pool,
  projectId: string,
  count: number,
  make: (number: number) => AssetFilling,
): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += BATCH) {
    const fillings = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => make(from + n));
    // Those of one millisecond are in no order.
    const sorted = fillings.map(() => newId('asset')).sort();
    const rows = fillings.map((filling, n) => ({
      id: sorted[n] ?? '',
      filename: filling.filename,
      mime: filling.mime ?? 'image/jpeg',
      alt_text: filling.altText ?? {},
      decorative: filling.decorative ?? false,
      folder_id: filling.folderId ?? null,
      stage: filling.stage ?? 'ready',
      trashed_at: filling.trashed ? '2026-01-01T00:00:00Z' : null,
      bytes: filling.bytes ?? 1000,
      at: new Date(Date.UTC(2025, 0, 1) + (((from + n) * 7919) % 1_000_003)).toISOString(),
    }));
    const vectors = rows.map((row) => assetSearchVector({ projectId, filename: row.filename, altText: row.alt_text }));
    await pool.query(
      `INSERT INTO assets (id, project_id, folder_id, stage, filename, url_name, mime, bytes, alt_text, decorative, search,
         created_at, created_by, updated_at, trashed_at)
       SELECT r.id, $1, r.folder_id, r.stage, r.filename, 'file', r.mime, r.bytes, r.alt_text, r.decorative, v.search, r.at,
         '{"type": "system", "id": "system", "name": "System"}', r.at, r.trashed_at
       FROM jsonb_to_recordset($2::jsonb) AS r(id text, folder_id text, stage text, filename text, mime text, bytes bigint,
           alt_text jsonb, decorative boolean, at timestamptz, trashed_at timestamptz)
         JOIN unnest($3::text[], $4::tsvector[]) AS v(id, search) ON v.id = r.id`,
      [projectId, JSON.stringify(rows), rows.map(({ id }) => id), vectorArray(vectors)],
    );
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
