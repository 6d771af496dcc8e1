import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Asset, ProjectClient } from '@stele/client';
import pLimit from 'p-limit';
import { assetsOf } from '../api.ts';
import { type AssetLine, assetFolder, detailsOf } from '../assets/asset-folder.ts';
import { byDigest } from '../assets/asset-names.ts';
import { fileDigest } from '../assets/file-digest.ts';
import { FolderTree } from '../assets/folder-tree.ts';
import { uploadFiles } from '../assets/upload-files.ts';
import { AssetUploader, beginnings } from '../assets/uploader.ts';
import { refusalOf, UserError } from '../errors.ts';
import { type Io, placeOf } from '../io.ts';
import type { Source } from './source.ts';

const AT_ONCE = 4;

interface InFolder {
  readonly folderId: string | null;
}

/** A folder of exported assets, compared with a project. */
export interface AssetPlan {
  readonly root: string;
  /** Each with the asset that has its bytes; null for one that is to be uploaded. */
  readonly assets: readonly { readonly line: AssetLine; readonly known: Asset | null }[];
  /** By SHA-256, an asset that has the bytes of lines for which there is none: pictures are copied from it. */
  readonly originals: ReadonlyMap<string, Asset>;
  /** Uploads that an earlier run began. */
  readonly begun: readonly Asset[];
  readonly lacking: number;
  /** Locales of their texts. */
  readonly locales: readonly string[];
}

interface ImportedAssets {
  /** Name of an asset in files → its id. */
  readonly ids: ReadonlyMap<string, string>;
  /** How many are ready that weren't there before. */
  readonly uploaded: number;
  readonly failed: readonly { readonly filename: string; readonly message: string }[];
}

/** Finds out which of some assets a project lacks. @param tokenId of the caller; @throws ApiError */
export async function planAssets(
  api: ProjectClient,
  tokenId: string,
  { root, lines }: NonNullable<Source['assets']>,
): Promise<AssetPlan> {
  const begun = await beginnings(api, tokenId);
  const there: Asset[] = [];
  for await (const asset of assetsOf(api)) there.push(asset);
  const originals = new Map(there.flatMap((one) => (one.sha256 && one.status === 'ready' ? [[one.sha256, one]] : [])));
  const left = byDigest(there);
  const found = new Map<AssetLine, Asset>();
  const sorted = [...lines].sort(byName);
  // Assets with the same bytes are told apart by their crops first, and then by their age.
  for (const isOf of [hasCropOf, mayBecome]) {
    for (const line of sorted) {
      const same = left.get(line.sha256) ?? [];
      const at = found.has(line) ? -1 : same.findIndex((asset) => isOf(asset, line));
      for (const asset of at < 0 ? [] : same.splice(at, 1)) found.set(line, asset);
    }
  }
  const assets = sorted.map((line) => ({ line, known: found.get(line) ?? null }));
  const lacking = assets.filter(({ known: there }) => there === null).length;
  return {
    root,
    assets,
    originals,
    begun,
    lacking,
    locales: [...new Set(lines.flatMap((line) => Object.keys({ ...line.alt_text, ...line.caption })))],
  };
}

/**
 * Uploads the assets that a project lacks, with their descriptions. Descriptions of existing assets stay, but missing ones are
 * filled in, since an earlier run may have been stopped before that.
 *
 * @throws UserError for files that are missing or damaged, before anything is uploaded; ApiError
 */
export async function importAssets(
  io: Io,
  api: ProjectClient,
  { root, assets, originals, begun }: AssetPlan,
): Promise<ImportedAssets> {
  const wanted = assets.flatMap(({ line, known }) => (known ? [] : [line]));
  for (const line of wanted) await checkFile(io, assetFolder.file(root, line), line);
  const { placed, refused } = await (await FolderTree.read(api)).place(wanted);
  const files = placed.map((line) => ({ ...line, path: placeOf(io, assetFolder.file(root, line)) }));
  const uploader = new AssetUploader(io, api, begun, AT_ONCE);
  let uploaded = 0;
  // Assets of the same bytes are identified by their age, so each is made before the next one.
  const ids = new Map(assets.flatMap(({ line, known }) => (known ? [[line.name, known.id] as const] : [])));
  const failed = refused.map(({ file: { filename }, error }) => ({ filename, message: error }));
  const describeOne = async (asset: Asset, line: AssetLine & Partial<InFolder>, isCopy = false): Promise<void> => {
    const refuse = (error: unknown): void => {
      failed.push({ filename: line.filename, message: refusalOf(error) });
    };
    const { folderId = null } = line;
    await (isCopy ? describeCopy(api, asset, { ...line, folderId }) : describe(api, asset, line)).catch(refuse);
    await crop(api, asset, line).catch((error: unknown) => {
      refuse(error);
      // An entry would show all of it: the next import crops it.
      ids.delete(line.name);
    });
  };
  const ready = new Map(originals);
  const limit = pLimit(AT_ONCE);
  for (const wave of wavesOf(files)) {
    const copies = wave.map((file) => limit(() => copyOf(api, uploader, file, ready.get(file.sha256))));
    const copied = (await Promise.all(copies)).map((asset, index) => ({ file: wave[index], asset }));
    const toSend = copied.flatMap(({ file, asset }) => (file && !asset ? [file] : []));
    const sent = await uploadFiles(uploader, toSend, AT_ONCE, () => undefined);
    const made = copied.flatMap(({ file, asset }) => (file && asset ? [{ file, asset }] : []));
    for (const { file, asset } of made) {
      ids.set(file.name, asset.id);
      uploaded++;
      await describeOne(asset, file, true);
    }
    for (const { file, asset, error } of sent) {
      if (asset) ids.set(file.name, asset.id);
      if (asset && error === null && !ready.has(file.sha256)) ready.set(file.sha256, asset);
      if (error === null) uploaded++;
      if (error !== null) failed.push({ filename: file.filename, message: error });
      else if (asset) await describeOne(asset, file);
    }
  }
  for (const { line, known } of assets) {
    // An earlier run may have been stopped before it was processed.
    const asset = known && (await uploader.settled(known));
    if (asset?.status === 'ready') await describeOne(asset, line);
  }
  return { ids, uploaded, failed };
}

/**
 * The picture of a line, as a copy of one with the same bytes, which needn't be sent again.
 *
 * @returns null when there is none, or it can't be copied
 */
async function copyOf(
  api: ProjectClient,
  uploader: AssetUploader,
  { crop, focal_point }: AssetLine,
  original: Asset | undefined,
): Promise<Asset | null> {
  if (!original) return null;
  try {
    const params = { path: { assetId: original.id }, header: { 'Idempotency-Key': randomUUID() } };
    const copy = await api.post('/assets/{assetId}/copy', { params, body: { crop, focal_point } });
    const asset = await uploader.settled(copy);
    return asset.status === 'ready' ? asset : null;
  } catch (error) {
    // Only pictures can be copied. The upload reports any other problem.
    refusalOf(error);
    return null;
  }
}

function hasCropOf({ crop }: Asset, line: AssetLine): boolean {
  const parts = (one: AssetLine['crop']) => one && [one.x, one.y, one.width, one.height].join();
  return parts(crop ?? null) === parts(line.crop ?? null);
}

/** Whether an asset stands for one of the file: one that was cropped here since, or that an earlier run didn't come to crop. */
function mayBecome({ crop, usage_count: uses }: Asset, line: AssetLine): boolean {
  return !line.crop || crop !== null || uses === 0;
}

/** Files in groups that hold no bytes twice, in their order. */
function wavesOf<File extends { readonly sha256: string }>(files: readonly File[]): File[][] {
  const waves: File[][] = [];
  const counts = new Map<string, number>();
  for (const file of files) {
    const wave = counts.get(file.sha256) ?? 0;
    counts.set(file.sha256, wave + 1);
    waves[wave] ??= [];
    waves[wave].push(file);
  }
  return waves;
}

async function checkFile(io: Io, file: string, { sha256, filename }: AssetLine): Promise<void> {
  if (!(await stat(placeOf(io, file)).catch(() => null)))
    throw new UserError(`The file of ${filename} is missing: ${file}.`);
  if ((await fileDigest(placeOf(io, file))) !== sha256)
    throw new UserError(`The file of ${filename} is damaged: ${file}.`);
}

/** Describes a copy, which begins with the description of its original. */
async function describeCopy(api: ProjectClient, { id }: Asset, line: AssetLine & InFolder): Promise<void> {
  const { filename, alt_text, decorative, folderId: folder_id } = line;
  const { caption = {}, credit = null, rights = null, tags = [] } = line;
  const params = { path: { assetId: id } };
  const body = { filename, alt_text, decorative, folder_id, caption, credit, rights, tags };
  await api.patch('/assets/{assetId}', { params, body });
}

/** Adds to an asset's description what no one has set yet. */
async function describe(api: ProjectClient, asset: Asset, line: AssetLine): Promise<void> {
  const params = { path: { assetId: asset.id } };
  const known = detailsOf(asset);
  const patch = {
    ...Object.fromEntries(Object.entries(detailsOf(line)).filter(([key]) => !Object.hasOwn(known, key))),
    ...(Object.keys(asset.alt_text).length === 0 &&
      Object.keys(line.alt_text).length > 0 && { alt_text: line.alt_text }),
    ...(!asset.decorative && line.decorative && { decorative: true }),
    ...(!asset.focal_point && line.focal_point && { focal_point: line.focal_point }),
  };
  if (Object.keys(patch).length > 0) await api.patch('/assets/{assetId}', { params, body: patch });
}

async function crop(api: ProjectClient, asset: Asset, line: AssetLine): Promise<void> {
  const params = { path: { assetId: asset.id } };
  if (!asset.crop && line.crop) await api.post('/assets/{assetId}/crop', { params, body: line.crop });
}

function byName(a: AssetLine, b: AssetLine): number {
  // The names of assets with the same bytes end with their places, in numbers that may have several digits.
  return a.name.length - b.name.length || (a.name < b.name ? -1 : 1);
}
