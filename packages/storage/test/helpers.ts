import { expect } from 'vitest';
import {
  type ObjectListing,
  type ObjectStorage,
  PreconditionFailedError,
  type PresignPutOptions,
} from '../src/index.ts';

export const JSON_TYPE = { contentType: 'application/json' };

export function bytes(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

export function text(content: Uint8Array | undefined): string {
  return Buffer.from(content ?? []).toString();
}

export async function collect(stream: AsyncIterable<unknown> | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream ?? []) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

export function upload(contentLength: number): PresignPutOptions {
  return { contentType: 'image/png', contentLength, expiresInSeconds: 900 };
}

export async function all(listing: AsyncIterable<ObjectListing>): Promise<ObjectListing[]> {
  const found: ObjectListing[] = [];
  for await (const item of listing) found.push(item);
  return found;
}

export async function keys(storage: ObjectStorage, prefix: string): Promise<string[]> {
  return (await all(storage.list(prefix))).map(({ key }) => key);
}

/** Starts the puts together; every one that doesn't win must fail on its condition. */
export async function race(count: number, put: (n: number) => Promise<unknown>): Promise<{ winners: number[] }> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, n) => put(n)));
  const winners = outcomes.flatMap((outcome, n) => (outcome.status === 'fulfilled' ? [n] : []));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(PreconditionFailedError);
  }
  return { winners };
}
