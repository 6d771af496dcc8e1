import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import pLimit from 'p-limit';
import { PreconditionFailedError } from '../errors.ts';
import type { MultipartUpload, MultipartUploads, PresignPartOptions, UploadPart } from '../multipart.ts';
import type { ObjectInfo, PresignedPut } from '../object-storage.ts';
import { assertContentType, assertPart, assertValidPrefix } from '../validate.ts';
import { expiryOf, type S3Bucket, unquote } from './s3-bucket.ts';
import { COPY_PART_BYTES, COPY_TIMEOUT_MS } from './s3-client.ts';
import { isRefusedPart } from './s3-faults.ts';

const COPIES_AT_ONCE = 4;

/** Multipart uploads to a bucket. */
export class S3Multipart implements MultipartUploads {
  readonly #bucket: S3Bucket;

  constructor(bucket: S3Bucket) {
    this.#bucket = bucket;
  }

  async begin(key: string, contentType: string): Promise<string> {
    assertContentType(contentType);
    const command = new CreateMultipartUploadCommand({ ...this.#bucket.object(key), ContentType: contentType });
    const { UploadId = '' } = await this.#bucket.do(`begin ${key}`, () => this.#bucket.client.send(command));
    return UploadId;
  }

  async presignPart(key: string, uploadId: string, options: PresignPartOptions): Promise<PresignedPut> {
    assertPart(options);
    const command = new UploadPartCommand({
      ...this.#bucket.object(key),
      UploadId: uploadId,
      PartNumber: options.partNumber,
      ContentLength: options.contentLength,
    });
    const signingDate = new Date();
    const url = await getSignedUrl(this.#bucket.client, command, {
      expiresIn: options.expiresInSeconds,
      signingDate,
      signableHeaders: new Set(['content-length', 'host']),
    });
    return { url, headers: {}, expiresAt: expiryOf(signingDate, options) };
  }

  async parts(key: string, uploadId: string): Promise<UploadPart[] | null> {
    const found: UploadPart[] = [];
    let after: string | undefined;
    do {
      const command = new ListPartsCommand({
        ...this.#bucket.object(key),
        UploadId: uploadId,
        PartNumberMarker: after,
      });
      const page = await this.#bucket.find(`list the parts of ${key}`, () => this.#bucket.client.send(command));
      if (page === null) return null;
      for (const { PartNumber = 0, Size = 0, ETag } of page.Parts ?? []) {
        found.push({ partNumber: PartNumber, size: Size, etag: unquote(ETag) });
      }
      after = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
    } while (after !== undefined);
    return found;
  }

  async complete(key: string, uploadId: string, parts: readonly UploadPart[]): Promise<{ etag: string }> {
    const command = new CompleteMultipartUploadCommand({
      ...this.#bucket.object(key),
      UploadId: uploadId,
      MultipartUpload: { Parts: parts.map(({ partNumber, etag }) => ({ PartNumber: partNumber, ETag: `"${etag}"` })) },
    });
    const { ETag } = await this.#bucket.do(`complete ${key}`, () =>
      this.#bucket.client.send(command, { requestTimeout: COPY_TIMEOUT_MS }).catch(async (cause: unknown) => {
        // Some services answer 500 when the upload is over.
        if (!isRefusedPart(cause) && (await this.parts(key, uploadId)) !== null) throw cause;
        throw new PreconditionFailedError(`The parts of ${key} aren't those that have arrived.`, { cause });
      }),
    );
    return { etag: unquote(ETag) || (await this.#etagOf(key)) };
  }

  /** Not every service returns the etag of the assembled object. */
  async #etagOf(key: string): Promise<string> {
    const command = new HeadObjectCommand(this.#bucket.object(key));
    const { ETag } = await this.#bucket.do(`head ${key}`, () => this.#bucket.client.send(command));
    return unquote(ETag);
  }

  async abort(key: string, uploadId: string): Promise<void> {
    const command = new AbortMultipartUploadCommand({ ...this.#bucket.object(key), UploadId: uploadId });
    await this.#bucket.find(`abort ${key}`, () => this.#bucket.client.send(command));
  }

  async *list(prefix: string): AsyncGenerator<MultipartUpload> {
    assertValidPrefix(prefix);
    let marker: { KeyMarker: string; UploadIdMarker: string } | undefined;
    do {
      const command = new ListMultipartUploadsCommand({
        Bucket: this.#bucket.name,
        Prefix: `${this.#bucket.prefix}${prefix}`,
        ...marker,
      });
      const page = await this.#bucket.do('list uploads', () => this.#bucket.client.send(command));
      for (const { Key = '', UploadId = '', Initiated = new Date(0) } of page.Uploads ?? []) {
        yield { key: Key.slice(this.#bucket.prefix.length), uploadId: UploadId, startedAt: Initiated };
      }
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      marker =
        page.IsTruncated === true && KeyMarker !== undefined && UploadIdMarker !== undefined
          ? { KeyMarker, UploadIdMarker }
          : undefined;
    } while (marker !== undefined);
  }

  /**
   * Copies an object that is too large for one request.
   *
   * @throws PreconditionFailedError when it has changed since `info`
   */
  async copy(from: string, to: string, info: ObjectInfo): Promise<{ etag: string }> {
    const uploadId = await this.begin(to, info.contentType);
    try {
      const limit = pLimit(COPIES_AT_ONCE);
      const ranges = rangesOf(info.size, this.#bucket.options.copyPartBytes ?? COPY_PART_BYTES);
      const parts = await Promise.all(
        ranges.map((range, index) => limit(() => this.#copyPart(from, to, uploadId, index + 1, range, info.etag))),
      );
      return await this.complete(to, uploadId, parts);
    } catch (error) {
      await this.abort(to, uploadId).catch(() => {});
      throw error;
    }
  }

  async #copyPart(
    from: string,
    to: string,
    uploadId: string,
    partNumber: number,
    { start, end }: { start: number; end: number },
    etag: string,
  ): Promise<UploadPart> {
    const command = new UploadPartCopyCommand({
      ...this.#bucket.object(to),
      UploadId: uploadId,
      PartNumber: partNumber,
      CopySource: this.#bucket.copySource(from),
      CopySourceRange: `bytes=${start}-${end}`,
      CopySourceIfMatch: etag,
    });
    const answer = await this.#bucket.do(`copy ${from}`, () =>
      this.#bucket.client.send(command, { requestTimeout: COPY_TIMEOUT_MS }),
    );
    return { partNumber, size: end - start + 1, etag: unquote(answer.CopyPartResult?.ETag) };
  }
}

/** The ranges of at most `partBytes` in which an object is copied; both ends are included. */
function rangesOf(size: number, partBytes: number): { start: number; end: number }[] {
  return Array.from({ length: Math.ceil(size / partBytes) }, (_, n) => ({
    start: n * partBytes,
    end: Math.min(size, (n + 1) * partBytes) - 1,
  }));
}
