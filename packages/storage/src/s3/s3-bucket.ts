import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../settings.ts';
import { assertValidKey, assertValidPrefix } from '../validate.ts';
import { newS3Client, type S3Options } from './s3-client.ts';
import { asStorageError, isAbsent } from './s3-faults.ts';

/** A bucket with its client. Maps keys and errors. */
export class S3Bucket {
  readonly client: S3Client;
  readonly name: string;
  /** The beginning of every key in the bucket. */
  readonly prefix: string;
  readonly options: S3Options;

  constructor(settings: S3Settings, options: S3Options) {
    assertValidPrefix(settings.prefix ?? '');
    this.client = newS3Client(settings, options);
    this.options = options;
    this.name = settings.bucket;
    this.prefix = settings.prefix ?? '';
  }

  /** The parameters of requests for an object. @throws InvalidKeyError */
  object(key: string): { Bucket: string; Key: string } {
    assertValidKey(key);
    return { Bucket: this.name, Key: `${this.prefix}${key}` };
  }

  /** An object in the header of a copy. Valid keys need no escapes. @throws InvalidKeyError */
  copySource(key: string): string {
    const { Bucket, Key } = this.object(key);
    return `${Bucket}/${Key}`;
  }

  /** Sends a request; null when the object doesn't exist. @throws as ObjectStorage does */
  async find<Result>(what: string, send: () => Promise<Result>): Promise<Result | null> {
    return this.do(what, () =>
      send().catch((error: unknown) => {
        if (isAbsent(error)) return null;
        throw error;
      }),
    );
  }

  /** Sends a request. @throws as ObjectStorage does */
  async do<Result>(what: string, send: () => Promise<Result>): Promise<Result> {
    try {
      return await send();
    } catch (error) {
      throw asStorageError(error, what);
    }
  }
}

/** An etag without its quotes. */
export function unquote(etag: string | undefined): string {
  return (etag ?? '').replace(/^"|"$/g, '');
}

/** When a signed URL expires. */
export function expiryOf(signingDate: Date, { expiresInSeconds }: { expiresInSeconds: number }): Date {
  return new Date((Math.floor(signingDate.getTime() / 1000) + expiresInSeconds) * 1000);
}
