import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Asset, ProjectClient } from '@stele/client';
import canonicalize from 'canonicalize';
import pLimit from 'p-limit';
import { assetsOf } from '../api.ts';
import { type AssetLine, assetFolder, detailsOf } from '../assets/asset-folder.ts';
import { assetName, byDigest } from '../assets/asset-names.ts';
import { download } from '../assets/download.ts';
import { fileDigest } from '../assets/file-digest.ts';
import { FolderTree } from '../assets/folder-tree.ts';
import { type Io, placeOf } from '../io.ts';
import { writeFileAtomically } from '../write-file.ts';

const AT_ONCE = 4;

/** The assets of a project as they were written. */
interface ExportedAssets {
  /** Id → what the asset is called in files. */
  readonly names: ReadonlyMap<string, string>;
  readonly files: number;
}

/**
 * Writes all assets that have a file and aren't in the trash into a folder: their descriptions and their originals. Files that
 * the folder has already aren't fetched again.
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
      const line = {
        name,
        sha256,
        filename,
        mime,
        bytes,
        alt_text,
        decorative,
        focal_point,
        crop,
        folder,
        ...detailsOf(asset),
      };
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
  await download(
    file,
    async () => fetch((await api.get('/assets/{assetId}/original', { params: { path: { assetId: id } } })).url),
    async (partial) => {
      if ((await fileDigest(partial)) !== sha256) throw new Error(`What arrived for asset ${id} isn't its file.`);
    },
  );
}
