import { createHash } from 'node:crypto';
import type { ImmutableObject } from '../src/index.ts';

/** An object whose key names its bytes. */
export function named(folder: string, body: Uint8Array): ImmutableObject {
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { key: `${folder}/${sha256}.json`, body, sha256, contentType: 'application/json' };
}
