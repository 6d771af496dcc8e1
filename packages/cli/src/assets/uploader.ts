import { randomUUID } from 'node:crypto';
import { ApiError, type Asset, type AssetUpload, type ProjectClient } from '@stele/client';
import { isSameText } from '@stele/schema';
import pLimit, { type LimitFunction } from 'p-limit';
import { assetsOf } from '../api.ts';
import { reasonOf } from '../errors.ts';
import type { Io } from '../io.ts';
import { putBytes } from './put-bytes.ts';

/** How often a file is sent, or what is missing of it. */
const ATTEMPTS = 5;
const FIRST_WAIT_MS = 500;
const POLL_MS = 500;
const LONGEST_POLL_MS = 5000;

export interface FileToUpload {
  readonly path: string;
  readonly filename: string;
  readonly mime: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly folderId: string | null;
}

/** Uploads that a token began and no one has completed. Uploads of other tokens may still be running. @throws ApiError */
export async function beginnings(api: ProjectClient, tokenId: string): Promise<readonly Asset[]> {
  const begun: Asset[] = [];
  for await (const asset of assetsOf(api, 'pending')) if (asset.created_by.id === tokenId) begun.push(asset);
  return begun;
}

/** Uploads files, and continues uploads that an earlier run began. */
export class AssetUploader {
  readonly #io: Io;
  readonly #api: ProjectClient;
  readonly #onSent: (bytes: number) => void;
  readonly #limit: LimitFunction;
  #sentBytes = 0;
  /** Assets whose files have not arrived. */
  readonly #pending: Asset[];

  /**
   * @param begun uploads from `beginnings`, listed before the caller read which files the project has: a file that arrived in
   * between is among the latter
   * @param atOnce how many requests send bytes at a time
   * @param onSent called with the number of bytes that went out; a negative one when they have to be sent again
   */
  constructor(
    io: Io,
    api: ProjectClient,
    begun: readonly Asset[],
    atOnce: number,
    onSent: (bytes: number) => void = () => undefined,
  ) {
    this.#io = io;
    this.#api = api;
    this.#pending = [...begun];
    this.#limit = pLimit(atOnce);
    this.#onSent = onSent;
  }

  /** Bytes that were sent, including those of failed attempts. */
  get sentBytes(): number {
    return this.#sentBytes;
  }

  /**
   * Sends a file and has it taken in; it's processed after that.
   *
   * @throws ApiError; Error when the storage takes it in no attempt, or the file changed meanwhile
   */
  async upload(file: FileToUpload): Promise<Asset> {
    const begun = this.#takeBegun(file);
    if (begun) {
      const asset = await this.#goOn(begun, file);
      if (asset) return asset;
    }
    const { filename, mime, bytes, folderId: folder_id } = file;
    const declared = [{ filename, mime, bytes, folder_id }];
    const [upload] = (
      await this.#api.post('/assets/uploads', {
        params: { header: { 'Idempotency-Key': randomUUID() } },
        body: { files: declared },
      })
    ).uploads;
    if (!upload) throw new Error('The API gave no address to upload to.');
    const asset = await this.#sendAndComplete(file, upload);
    if (asset.sha256 !== null && asset.sha256 !== file.sha256) throw new Error('The file changed while it was sent.');
    return asset;
  }

  /** Waits until an asset is processed, or has failed. @throws ApiError */
  async settled(asset: Asset): Promise<Asset> {
    let now = asset;
    for (let wait = POLL_MS; now.status === 'pending' || now.status === 'processing'; wait *= 1.5) {
      await this.#io.sleep(Math.min(wait, LONGEST_POLL_MS));
      now = await this.#api.get('/assets/{assetId}', { params: { path: { assetId: asset.id } } });
    }
    return now;
  }

  #takeBegun({ filename, mime, bytes, folderId }: FileToUpload): Asset | null {
    const index = this.#pending.findIndex(
      (asset) =>
        isSameText(asset.filename, filename) &&
        asset.mime === mime &&
        asset.bytes === bytes &&
        asset.folder_id === folderId,
    );
    return index < 0 ? null : (this.#pending.splice(index, 1)[0] ?? null);
  }

  /** @returns null when what an earlier run sent belongs to another file, or is gone */
  async #goOn({ id }: Asset, file: FileToUpload): Promise<Asset | null> {
    try {
      const upload = await this.#renew(id);
      if (upload.parts) this.#onSent(file.bytes - upload.parts.reduce((sum, { bytes }) => sum + bytes, 0));
      const asset = await this.#sendAndComplete(file, upload);
      if (asset.sha256 === file.sha256) return asset;
      await this.#api.delete('/assets/{assetId}', { params: { path: { assetId: id } } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The API was still completing it for the earlier run.
      if (error.code === 'media.upload_over') return this.#completed(id, file);
      if (error.status !== 404) throw error;
    }
    return null;
  }

  /** An asset whose file has arrived. @returns null when it's another file, or the asset is gone */
  async #completed(id: string, { sha256 }: FileToUpload): Promise<Asset | null> {
    try {
      const asset = await this.#api.get('/assets/{assetId}', { params: { path: { assetId: id } } });
      return asset.sha256 === sha256 && asset.status !== 'trashed' ? asset : null;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }

  async #sendAndComplete(file: FileToUpload, first: AssetUpload): Promise<Asset> {
    let upload = first;
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#send(file, upload);
        break;
      } catch (error) {
        if (attempt === ATTEMPTS) throw new Error(`It could not be sent: ${reasonOf(error)}`, { cause: error });
        await this.#io.sleep(FIRST_WAIT_MS * 2 ** (attempt - 1));
        upload = await this.#renew(upload.asset_id);
      }
    }
    return this.#api.post('/assets/{assetId}/complete', { params: { path: { assetId: upload.asset_id } } });
  }

  /** New addresses of an upload; of a large file for the parts that are missing. */
  #renew(assetId: string): Promise<AssetUpload> {
    return this.#api.post('/assets/{assetId}/upload-urls', { params: { path: { assetId } } });
  }

  /** Sends the whole file, or the parts of it that are missing. */
  async #send({ path, bytes }: FileToUpload, { uploadUrl, headers, parts }: AssetUpload): Promise<void> {
    // Parts have no type of their own.
    const stretches = parts?.map((part) => ({ ...part, headers: {} })) ?? [{ uploadUrl, headers, offset: 0, bytes }];
    const results = await Promise.allSettled(
      stretches.map((stretch) =>
        this.#limit(async () => {
          let sent = 0;
          try {
            await putBytes(
              { path, offset: stretch.offset, bytes: stretch.bytes },
              stretch.uploadUrl,
              stretch.headers,
              (more) => {
                sent += more;
                this.#sentBytes += more;
                this.#onSent(more);
              },
            );
          } catch (error) {
            this.#onSent(-sent);
            throw error;
          }
        }),
      ),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
