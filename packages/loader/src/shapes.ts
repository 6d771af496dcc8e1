import type { SnapshotEntry } from '@stele/snapshot';

/** Something read doesn't have the form that it should have; the message says where. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
}

/** A JSON object of which nothing is known yet. */
export type Loose = Readonly<Record<string, unknown>>;

const DIGEST = /^[0-9a-f]{64}$/;

/** Bytes as JSON. @throws ShapeError */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
  } catch {
    throw new ShapeError('it is no JSON');
  }
}

/** @throws ShapeError unless it's an object */
export function objectAt(value: unknown, place: string): Loose {
  if (isLoose(value)) return value;
  throw new ShapeError(`${place} is no object`);
}

/** @throws ShapeError unless it's a list */
export function listAt(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new ShapeError(`${place} is no list`);
}

/** @throws ShapeError unless it's a text, and fits the pattern */
export function textAt(value: unknown, place: string, pattern?: RegExp): string {
  if (typeof value === 'string' && (pattern === undefined || pattern.test(value))) return value;
  throw new ShapeError(`${place} is not as expected`);
}

/** @throws ShapeError unless it's a SHA-256 in hexadecimal */
export function digestAt(value: unknown, place: string): string {
  return textAt(value, place, DIGEST);
}

/** @throws ShapeError unless it's a whole number from 0 on */
export function countAt(value: unknown, place: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new ShapeError(`${place} is no count`);
}

/** An entry as it stands in chunks and files. @throws ShapeError */
export function checkEntry(value: unknown): asserts value is SnapshotEntry {
  const entry = objectAt(value, 'an entry');
  textAt(entry.id, 'id of an entry');
  countAt(entry.version, 'version of an entry');
  countAt(entry.schema_version, 'schema_version of an entry');
  if (entry.published_at !== null) textAt(entry.published_at, 'published_at of an entry');
  if (!isLoose(entry.values)) throw new ShapeError('values of an entry are no object');
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
