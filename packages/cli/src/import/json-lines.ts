import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { inexactNumbers, isRecord } from '@stele/schema';
import type { LocaleValues } from '../api.ts';
import { readAssetLines } from '../assets/asset-folder.ts';
import type { ContentLine } from '../content/line.ts';
import { baseOf, isBase } from '../content/portable.ts';
import { explain, UserError } from '../errors.ts';
import { type Io, placeOf } from '../io.ts';
import { parseJson, whyNotJson } from '../parse-json.ts';
import { describeFailed } from './describe.ts';
import type { FailedLine } from './failed-line.ts';
import type { SourceKind } from './source.ts';

/**
 * A content file of JSON lines, also one that is gzipped: what `stele export` writes, or lines from elsewhere, which have
 * `external_id`, or `slug`, and `values`, or `locales`: `{"slug": "intro", "locales": {"en": {"title": "Intro"}}}`. A
 * collection of the command line is that of lines that name none; of those that do, only the lines of this collection are read. A line
 * that is wrong doesn't stop the others, unless all are.
 */
export const jsonLines: SourceKind = async (io, file, { collection, assets: root }) => {
  const failed: FailedLine[] = [];
  let isAllWrong = true;
  for await (const line of readLines(io, file, collection)) {
    if ('message' in line) failed.push(line);
    else isAllWrong = false;
  }
  const [first] = failed;
  if (first && isAllWrong) throw new UserError(describeFailed(first).join('\n'));
  const read = async function* () {
    for await (const line of readLines(io, file, collection)) if (!('message' in line)) yield line;
  };
  return {
    read,
    failed,
    assets: root === undefined ? null : { root, lines: await readAssetLines(io, root) },
    notes: [],
  };
};

/** Reads a line at a time; of one that is wrong, why. @throws UserError when the file can't be read */
async function* readLines(
  io: Io,
  file: string,
  collection: string | undefined,
): AsyncGenerator<ContentLine | FailedLine> {
  const place = placeOf(io, file);
  await access(place).catch(() => {
    throw new UserError(`There is no readable file ${file}.`);
  });
  const raw = createReadStream(place);
  const input = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  const failed = new Promise<never>((_resolve, reject) => {
    raw.on('error', reject);
    input.on('error', (error: Error) => reject(new UserError(`${file} cannot be read: ${error.message}`)));
  });
  failed.catch(() => undefined);
  // Each byte is a character, so that what isn't UTF-8 concerns its own line.
  input.setEncoding('latin1');
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  for (let number = 1; ; number++) {
    const next = await Promise.race([lines.next(), failed]);
    if (next.done) return;
    const place = `${file}:${number}`;
    const text = decode(Buffer.from(next.value, 'latin1'));
    if (text?.trim() === '') continue;
    const line = text === null ? notUtf8(place, collection) : parseLine(text, place, collection);
    if (collection === undefined || line.collection === null || line.collection === collection) yield line;
  }
}

/** Bytes as text; null unless they're UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function notUtf8(place: string, collection: string | undefined): FailedLine {
  const message = "It isn't text in UTF-8. Save the file as UTF-8.";
  return { collection: textOf(collection), externalId: null, place, message, details: [] };
}

function parseLine(text: string, place: string, otherwise: string | undefined): ContentLine | FailedLine {
  const parsed = parseJson(text);
  const failed = (message: string, details: FailedLine['details'] = []): FailedLine => {
    const { collection = otherwise, external_id, slug } = isRecord(parsed) ? parsed : {};
    return { collection: textOf(collection), externalId: textOf(external_id ?? slug), place, message, details };
  };
  if (parsed === undefined) return failed(`It isn't JSON. ${whyNotJson(text)}.`);
  const {
    collection = otherwise,
    external_id,
    slug,
    values,
    locales,
    live = null,
    order,
    base,
  } = (parsed ?? {}) as Record<string, unknown>;
  const externalId = external_id ?? slug;
  if (externalId === undefined || externalId === null || externalId === '') {
    return failed('It has no external_id and no slug.');
  }
  if (typeof externalId !== 'string')
    return failed(`Its ${external_id == null ? 'slug' : 'external_id'} isn't text. Write it in quotes.`);
  if (typeof collection !== 'string') {
    return failed('It names no collection. Say with --collection which one the entries go into.');
  }
  const drafts = values ?? locales;
  if (!isByLocale(drafts)) {
    return failed('It has no values: an object of locales, each an object of fields.');
  }
  if (live !== null && !isByLocale(live)) {
    return failed('It has a "live" that isn\'t an object of locales, each an object of fields.');
  }
  if (order !== undefined && !(Number.isSafeInteger(order) && (order as number) > 0)) {
    return failed('It has an "order" that isn\'t a whole number above 0.');
  }
  if (base !== undefined && !isBase(base)) {
    return failed('It has a "base" that no export wrote. Leave it as it was, or take it away.');
  }
  const inexact = [...inexactNumbers(text)];
  if (inexact.length > 0) return failed(explain({ message: '', details: inexact }), inexact);
  return {
    collection,
    externalId,
    place,
    values: drafts,
    live,
    ...(base !== undefined && { base, isEdited: base !== baseOf({ values: drafts, live: live ?? {} }) }),
    ...(typeof slug === 'string' && { slug }),
    ...(order !== undefined && { order: order as number }),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isByLocale(value: unknown): value is LocaleValues {
  return isRecord(value) && Object.values(value).every(isRecord);
}
