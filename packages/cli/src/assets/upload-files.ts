import type { Asset } from '@stele/client';
import pLimit from 'p-limit';
import { refusalOf } from '../errors.ts';
import type { AssetUploader, FileToUpload } from './uploader.ts';

/** How many assets are polled at a time until they are processed. */
export const WATCHED_AT_ONCE = 8;

/** The result for a file: an asset that is ready or failed, or the reason why there is none. */
interface UploadedFile<File> {
  readonly file: File;
  readonly asset: Asset | null;
  /** Why there is no asset that is ready; null when there is one. */
  readonly error: string | null;
}

/**
 * Uploads files, several at a time, and waits until something has been made of each. A file that fails doesn't stop the others;
 * an error that each of them would meet does.
 *
 * @throws what `refusalOf` throws
 */
export async function uploadFiles<File extends FileToUpload>(
  uploader: AssetUploader,
  files: readonly File[],
  atOnce: number,
  onDone: (file: File) => void,
): Promise<UploadedFile<File>[]> {
  const limit = pLimit(atOnce);
  const watching = pLimit(WATCHED_AT_ONCE);
  return Promise.all(
    files.map((file) =>
      limit(() => uploader.upload(file).catch((error: unknown) => refusalOf(error))).then(
        async (sent): Promise<UploadedFile<File>> => {
          if (typeof sent === 'string') return { file, asset: null, error: sent };
          // Others are sent meanwhile.
          const asset = await watching(() => uploader.settled(sent));
          onDone(file);
          return { file, asset, error: errorOf(asset) };
        },
      ),
    ),
  );
}

/** Why an asset isn't ready; null when it is. */
export function errorOf({ status, error }: Asset): string | null {
  return status === 'ready' ? null : (error?.message ?? status);
}
