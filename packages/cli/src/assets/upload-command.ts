import path from 'node:path';
import type { Asset } from '@stele/client';
import { assetsOf } from '../api.ts';
import { UserError } from '../errors.ts';
import { type Io, placeOf } from '../io.ts';
import { Output } from '../output/output.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { fileDigest } from './file-digest.ts';
import { type FoundFile, findFiles } from './find-files.ts';
import { FolderTree } from './folder-tree.ts';
import { uploadFiles } from './upload-files.ts';
import { UploadProgress } from './upload-progress.ts';
import { AssetUploader, beginnings } from './uploader.ts';

/** Calls are made this often before an upload gives up. */
const RETRIES = 8;
const MOST_AT_ONCE = 32;

export interface UploadOptions extends SharedOptions {
  /** Where the folders go, with `/` between names. */
  readonly folder?: string;
  readonly concurrency: string;
}

/** `stele assets upload DIR`: makes an asset of each file that the project lacks. */
export async function uploadCommand(io: Io, root: string, options: UploadOptions): Promise<number> {
  const atOnce = Number(options.concurrency);
  if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > MOST_AT_ONCE) {
    throw new UserError(`--concurrency should be a whole number from 1 to ${MOST_AT_ONCE}.`);
  }
  const output = new Output(io, options);
  const progress = new UploadProgress(output);
  const { api, identity, project } = await openSession(io, options, output, {
    admin: 'Uploading',
    retries: RETRIES,
    onWait: (seconds, limit) => progress.waiting(seconds, limit),
  });
  const top = placeOf(io, root);
  const found = await findFiles(io, root);
  const empty = found.filter(({ bytes }) => bytes === 0);
  const begun = await beginnings(api, identity.id);
  const known = new Map<string, Asset>();
  // Of several with the same bytes, the oldest: the others are copies.
  for await (const asset of assetsOf(api)) {
    if (asset.sha256 && !known.has(asset.sha256)) known.set(asset.sha256, asset);
  }
  const { wanted, skipped } = await missing(top, found, known);

  const above = (options.folder ?? '').split('/').filter((name) => name !== '');
  const { placed: files, refused } = await (await FolderTree.read(api)).place(wanted, above);

  output.say(
    `${files.length} ${files.length === 1 ? 'file' : 'files'} to upload to ${project.name}, ${skipped.length} there already.`,
  );
  if (empty.length > 0)
    output.note(`Empty files were left out: ${empty.map(({ path: file }) => path.relative(top, file)).join(', ')}.`);
  progress.begin(
    files.length,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const uploader = new AssetUploader(io, api, begun, atOnce, (bytes) => progress.sent(bytes));
  const results = await uploadFiles(uploader, files, atOnce, ({ name }) => progress.done(name)).finally(() =>
    progress.end(),
  );
  const failed = [
    ...results.flatMap(({ file, asset, error }) =>
      error === null ? [] : [{ file: file.name, asset_id: asset?.id ?? null, error }],
    ),
    ...refused.map(({ file, error }) => ({ file: file.name, asset_id: null, error })),
  ];
  const uploaded = results.flatMap(({ file, asset, error }) =>
    asset && error === null ? [{ file: file.name, asset_id: asset.id }] : [],
  );
  output.result({
    uploaded,
    skipped,
    sent_bytes: uploader.sentBytes,
    failed,
  });
  const lines = [`Done: ${uploaded.length} uploaded, ${skipped.length} there already, ${failed.length} failed.`];
  for (const { file, error } of failed) lines.push(`  ${file}: ${error}`);
  output.say(lines.join('\n'));
  return failed.length > 0 ? 2 : 0;
}

/** What a file is called in messages: its path below the folder that was searched. */
interface Named {
  readonly name: string;
}

/** Sorts files by whether the project has their bytes. The same bytes are uploaded once. */
async function missing(
  root: string,
  found: readonly FoundFile[],
  known: ReadonlyMap<string, Pick<Asset, 'id'>>,
): Promise<{
  readonly wanted: readonly (FoundFile & Named & { readonly sha256: string })[];
  readonly skipped: readonly { readonly file: string; readonly asset_id: string | null }[];
}> {
  const wanted: (FoundFile & Named & { readonly sha256: string })[] = [];
  const skipped: { readonly file: string; readonly asset_id: string | null }[] = [];
  const taken = new Set<string>();
  for (const file of found) {
    if (file.bytes === 0) continue;
    const sha256 = await fileDigest(file.path);
    const name = path.relative(root, file.path) || file.filename;
    if (known.has(sha256) || taken.has(sha256)) skipped.push({ file: name, asset_id: known.get(sha256)?.id ?? null });
    else wanted.push({ ...file, name, sha256 });
    taken.add(sha256);
  }
  return { wanted, skipped };
}
