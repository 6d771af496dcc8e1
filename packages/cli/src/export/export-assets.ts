import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Asset, ProjectClient } from '@stele/client';
import canonicalize from 'canonicalize';
import pLimit from 'p-limit';
import pRetry from 'p-retry';
import { assetsOf } from '../api.ts';
import { type AssetLine, assetFolder } from '../assets/asset-folder.ts';
import { assetName, byDigest } from '../assets/asset-names.ts';
import { fileDigest } from '../assets/file-digest.ts';
import { FolderTree } from '../assets/folder-tree.ts';
import { type Io, placeOf } from '../io.ts';
import { writeFileAtomically } from '../write-file.ts';

const AT_ONCE = 4;
const RETRIES = 4;

/** What was written of a project's assets. */
interface ExportedAssets {
  /** Id → what the asset is called in files. */
  readonly names: ReadonlyMap<string, string>;
  readonly files: number;
}

/**
 * Writes all assets that have a file and aren't in the trash into a folder: what is said of them, and their originals. Files that are
 * there already aren't fetched again.
 *
 * @throws ApiError; Error when a file can't be fetched, or isn't what it should be
 */
export async function exportAssets(io: Io, api: ProjectClient, root: string): Promise<ExportedAssets> {
  const tree = await FolderTree.read(api);
  const assets: Asset[] = [];
  for await (const asset of assetsOf(api)) assets.push(asset);
  const names = new Map<string, string>();
  const lines: AssetLine[] = [];
  const limit = pLimit(AT_ONCE);
  const fetches: Promise<void>[] = [];
  for (const [sha256, same] of byDigest(assets)) {
    for (const [index, asset] of same.entries()) {
      const { id, filename, mime, bytes, alt_text, decorative, focal_point, crop, folder_id } = asset;
      const name = assetName(sha256, index);
      names.set(id, name);
      const folder = tree.pathOf(folder_id);
      const line = { name, sha256, filename, mime, bytes, alt_text, decorative, focal_point, crop, folder };
      lines.push(line);
      const file = placeOf(io, assetFolder.file(root, line));
      fetches.push(limit(() => fetchOriginal(api, { id, sha256 }, file)));
    }
  }
  await Promise.all(fetches);
  const text = lines.map((line) => `${canonicalize(line)}\n`).sort();
  await mkdir(placeOf(io, root), { recursive: true });
  await writeFileAtomically(io, assetFolder.index(root), text.join(''));
  return { names, files: lines.length };
}

async function fetchOriginal(
  api: ProjectClient,
  { id, sha256 }: { readonly id: string; readonly sha256: string },
  file: string,
): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found && (await fileDigest(file)) === sha256) return;
  await mkdir(path.dirname(file), { recursive: true });
  const partial = `${file}.${id}.part`;
  try {
    await pRetry(
      async () => {
        const { url } = await api.get('/assets/{assetId}/original', { params: { path: { assetId: id } } });
        const response = await fetch(url);
        if (!response.ok || !response.body) throw new Error(`The storage answered ${response.status} for asset ${id}.`);
        await pipeline(Readable.fromWeb(response.body), createWriteStream(partial));
        if ((await fileDigest(partial)) !== sha256) throw new Error(`What arrived of asset ${id} isn't its file.`);
      },
      { retries: RETRIES, minTimeout: 500 },
    );
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}
