import path from 'node:path';
import type { Asset } from '@stele/client';
import pLimit from 'p-limit';
import { assetsOf } from '../api.ts';
import { UserError } from '../errors.ts';
import { type Io, placeOf } from '../io.ts';
import { Output } from '../output/output.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { fileDigest } from './file-digest.ts';
import { findFiles, type LocalFile } from './find-files.ts';
import { FolderTree } from './folder-tree.ts';
import { errorOf, uploadFiles, WATCHED_AT_ONCE } from './upload-files.ts';
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
  // Of several with the same bytes, the oldest that is ready: the others are copies.
  for await (const asset of assetsOf(api)) {
    const other = known.get(asset.sha256 ?? '');
    if (asset.sha256 && (!other || (other.status !== 'ready' && asset.status === 'ready')))
      known.set(asset.sha256, asset);
  }
  const { wanted, there } = await missing(top, found, known);

  const above = (options.folder ?? '').split('/').filter((name) => name !== '');
  const { placed: files, refused } = await (await FolderTree.read(api)).place(wanted, above);

  output.say(
    `${files.length} ${files.length === 1 ? 'file' : 'files'} to upload to ${project.name}, ${there.length} there already.`,
  );
  if (empty.length > 0)
    output.note(`Empty files were left out: ${empty.map(({ path: file }) => path.relative(top, file)).join(', ')}.`);
  progress.begin(
    files.length,
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const uploader = new AssetUploader(io, api, begun, atOnce, (bytes) => progress.sent(bytes));
  const uploads = new Map<string, Upload>();
  const upload = async () => {
    const results = await uploadFiles(uploader, files, atOnce, ({ name }) => progress.done(name));
    for (const { file, asset, error } of results) uploads.set(file.sha256, { asset_id: asset?.id ?? null, error });
    return [results, await settleAll(uploader, there, uploads)] as const;
  };
  const [results, settled] = await upload().finally(() => progress.end());
  const skipped = settled.flatMap(({ error, ...one }) => (error === null ? [one] : []));
  const failed = [
    ...results.flatMap(({ file, asset, error }) =>
      error === null ? [] : [{ file: file.name, asset_id: asset?.id ?? null, error }],
    ),
    ...settled.flatMap(({ error, ...one }) => (error === null ? [] : [{ ...one, error }])),
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

/** A file's name in messages: its path below the folder that was searched. */
interface Named {
  readonly name: string;
}

/** The outcome of uploading a file. */
interface Upload {
  readonly asset_id: string | null;
  /** Why there is no asset that is ready; null when there is one. */
  readonly error: string | null;
}

/** A file whose bytes the project has; `asset` is null when another file of this upload brings them. */
interface ThereAlready {
  readonly file: string;
  readonly sha256: string;
  readonly asset: Asset | null;
}

/** Sorts files by whether the project has their bytes. The same bytes are uploaded once. */
async function missing(
  root: string,
  found: readonly LocalFile[],
  known: ReadonlyMap<string, Asset>,
): Promise<{
  readonly wanted: readonly (LocalFile & Named & { readonly sha256: string })[];
  readonly there: readonly ThereAlready[];
}> {
  const wanted: (LocalFile & Named & { readonly sha256: string })[] = [];
  const there: ThereAlready[] = [];
  const taken = new Set<string>();
  for (const file of found) {
    if (file.bytes === 0) continue;
    const sha256 = await fileDigest(file.path);
    const name = path.relative(root, file.path) || file.filename;
    if (known.has(sha256) || taken.has(sha256)) there.push({ file: name, sha256, asset: known.get(sha256) ?? null });
    else wanted.push({ ...file, name, sha256 });
    taken.add(sha256);
  }
  return { wanted, there };
}

/**
 * The outcomes for files whose bytes the project has from an earlier upload, or gets from another file of this one. Waits until
 * their assets are processed.
 *
 * @returns for each; `error` is null when it's ready
 */
function settleAll(uploader: AssetUploader, there: readonly ThereAlready[], uploads: ReadonlyMap<string, Upload>) {
  const limit = pLimit(WATCHED_AT_ONCE);
  return Promise.all(
    there.map(async ({ file, asset, sha256 }) => {
      if (asset === null) return { file, ...(uploads.get(sha256) ?? { asset_id: null, error: null }) };
      return { file, asset_id: asset.id, error: errorOf(await limit(() => uploader.settled(asset))) };
    }),
  );
}
