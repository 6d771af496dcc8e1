import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { UserError } from '../errors.ts';

/** One document of an import file. */
export interface ImportDocument {
  /** Identifies the document for good: becomes the entry's external_id. */
  readonly externalId: string;
  /** Locale → field → value. */
  readonly values: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * Reads a file of JSON lines, also one that is gzipped, a document at a time. A line has `external_id`, or `slug`, and
 * `values`, or `locales`: `{"slug": "intro", "locales": {"en": {"title": "Intro"}}}`.
 *
 * @throws UserError naming the line that is wrong
 */
export async function* readDocuments(file: string): AsyncGenerator<ImportDocument> {
  await access(file).catch(() => {
    throw new UserError(`There is no readable file ${file}.`);
  });
  const raw = createReadStream(file);
  const input = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  const failed = new Promise<never>((_resolve, reject) => {
    raw.on('error', reject);
    input.on('error', (error: Error) => reject(new UserError(`${file} cannot be read: ${error.message}`)));
  });
  failed.catch(() => undefined);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  for (let number = 1; ; number++) {
    const line = await Promise.race([lines.next(), failed]);
    if (line.done) return;
    if (line.value.trim() !== '') yield parseLine(line.value, `${file}:${number}`);
  }
}

function parseLine(line: string, place: string): ImportDocument {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new UserError(`${place} is no JSON.`);
  }
  const { external_id, slug, values, locales } = (parsed ?? {}) as Record<string, unknown>;
  const externalId = external_id ?? slug;
  if (typeof externalId !== 'string' || externalId === '')
    throw new UserError(`${place} has no external_id and no slug.`);
  const byLocale = values ?? locales;
  if (!isObject(byLocale) || !Object.values(byLocale).every(isObject)) {
    throw new UserError(`${place} has no values: an object of locales, each an object of fields.`);
  }
  return { externalId, values: byLocale as ImportDocument['values'] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
