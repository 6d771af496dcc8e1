import { vectorArray } from '@stele/search';
import type { Pool } from 'pg';
import { assetSearchVector } from '../../src/media/asset.store.ts';
import type { Renditions, StoredRendition } from '../../src/media/asset.ts';
import { renditionKey } from '../../src/media/keys.ts';
import { newId } from '../../src/platform/ids.ts';

/** An asset to fill a project with. */
export interface AssetFilling {
  readonly filename: string;
  readonly mime?: string;
  readonly altText?: Readonly<Record<string, string>>;
  readonly decorative?: boolean;
  readonly tags?: readonly string[];
  readonly folderId?: string | null;
  readonly stage?: 'pending' | 'processing' | 'ready' | 'failed';
  readonly trashed?: boolean;
  readonly bytes?: number;
  /** 24 hexadecimal digits, of which the names of its served files are made; without it, it has none. */
  readonly files?: string;
}

/** The renditions of a picture that a test has made up. */
export function madeUpRenditions(projectId: string, assetId: string, digest: string): Renditions {
  const file = (name: string, format: string, width: number): StoredRendition => ({
    name,
    key: renditionKey(projectId, assetId, {
      sha256: digest.replace(/.$/, String(width).at(-3) ?? '0'),
      urlName: 'file',
      format,
    }),
    mime: `image/${format}`,
    format,
    width,
    height: width / 2,
    bytes: width,
    ratio: null,
    animated: false,
  });
  return {
    full: file('full.webp', 'webp', 2600),
    variants: [file('1280.webp', 'webp', 1280), file('1280.avif', 'avif', 1280), file('1900.webp', 'webp', 1900)],
  };
}

const BATCH = 2000;

/** Makes assets as if each had been uploaded and processed, but without any files. @returns the assets' ids */
export async function fillAssets(
  pool: Pool,
  projectId: string,
  count: number,
  make: (number: number) => AssetFilling,
): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += BATCH) {
    const fillings = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => make(from + n));
    // Identifiers of one millisecond are in no order.
    const sorted = fillings.map(() => newId('asset')).sort();
    const rows = fillings.map((filling, n) => ({
      id: sorted[n] ?? '',
      filename: filling.filename,
      mime: filling.mime ?? 'image/jpeg',
      alt_text: filling.altText ?? {},
      decorative: filling.decorative ?? false,
      tags: [...(filling.tags ?? [])],
      folder_id: filling.folderId ?? null,
      stage: filling.stage ?? 'ready',
      trashed_at: filling.trashed ? '2026-01-01T00:00:00Z' : null,
      bytes: filling.bytes ?? 1000,
      renditions: filling.files ? madeUpRenditions(projectId, sorted[n] ?? '', filling.files) : null,
      at: new Date(Date.UTC(2025, 0, 1) + (((from + n) * 7919) % 1_000_003)).toISOString(),
    }));
    const vectors = rows.map((row) =>
      assetSearchVector({ projectId, filename: row.filename, altText: row.alt_text, tags: row.tags }),
    );
    await pool.query(
      `INSERT INTO assets (id, project_id, folder_id, stage, filename, url_name, mime, bytes, alt_text, decorative, tags, search,
         renditions, created_at, created_by, updated_at, trashed_at)
       SELECT r.id, $1, r.folder_id, r.stage, r.filename, 'file', r.mime, r.bytes, r.alt_text, r.decorative, r.tags, v.search,
         nullif(r.renditions, 'null'), r.at,
         '{"type": "system", "id": "system", "name": "System"}', r.at, r.trashed_at
       FROM jsonb_to_recordset($2::jsonb) AS r(id text, folder_id text, stage text, filename text, mime text, bytes bigint,
           alt_text jsonb, decorative boolean, tags text[], renditions jsonb, at timestamptz, trashed_at timestamptz)
         JOIN unnest($3::text[], $4::tsvector[]) AS v(id, search) ON v.id = r.id`,
      [projectId, JSON.stringify(rows), rows.map(({ id }) => id), vectorArray(vectors)],
    );
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
