import { chooseEncoding, type Encoding, isKnown } from '@stele/http';
import type { Manifest, ManifestFile } from '@stele/snapshot';
import { newEncoder } from '../http/encoding.ts';
import { notFound } from '../http/errors.ts';
import { type Exchange, header, IMMUTABLE, isHead, sendEmpty, sendStream } from '../http/exchange.ts';
import { assembledFile } from './assemble.ts';
import { MissingObjectError, type ReadManifest, type SnapshotReader } from './snapshot-reader.ts';

/** Part of etags. It must change when files are assembled in another way. */
const ASSEMBLY = 'a1';

interface Wanted {
  projectId: string;
  snapshotId: string;
  collection: string;
  locale: string;
}

/** Answers with one collection in one locale, assembled while it is sent. */
export async function serveFile(exchange: Exchange, reader: SnapshotReader, wanted: Wanted): Promise<void> {
  const { projectId, snapshotId } = wanted;
  const read = await reader.manifest(projectId, snapshotId);
  const file = read === null ? undefined : fileOf(read, wanted);
  if (read === null || file === undefined) throw notFound();

  const encoding = encodingFor(exchange);
  const etag = `"${ASSEMBLY}-${file.index}${encoding === null ? '' : `-${encoding}`}"`;
  const caching = { etag, 'cache-control': IMMUTABLE, vary: 'Accept-Encoding', 'accept-ranges': 'none' };
  if (isKnown(header(exchange, 'if-none-match'), etag)) return sendEmpty(exchange, 304, caching);

  const { length, pieces, first } = await begin(reader, read.manifest, file).catch(async (error: unknown) => {
    const removed = error instanceof MissingObjectError && !(await reader.exists(projectId, snapshotId));
    throw removed ? notFound() : error;
  });
  const headers = {
    ...caching,
    'content-type': 'application/json; charset=utf-8',
    ...(encoding === null ? { 'content-length': length } : { 'content-encoding': encoding }),
  };
  async function* body(): AsyncGenerator<Uint8Array> {
    yield first;
    yield* pieces;
  }
  try {
    if (isHead(exchange)) return sendEmpty(exchange, 200, headers);
    await sendStream(exchange, 200, headers, body(), encoding === null ? null : newEncoder(encoding));
  } finally {
    // Also when the client disconnected before the body began.
    await pieces.return(undefined);
  }
}

/** No encoding for HTTP/1.0, where only the length distinguishes a complete body from a broken connection. */
function encodingFor(exchange: Exchange): Encoding | null {
  return exchange.request.httpVersionMinor === 0 ? null : chooseEncoding(header(exchange, 'accept-encoding'));
}

/** Reads the first bytes before the status is sent, so that an error in the index or the first chunk can still be answered. */
async function begin(
  reader: SnapshotReader,
  manifest: Manifest,
  file: ManifestFile,
): Promise<{ length: number; pieces: AsyncGenerator<Uint8Array>; first: Uint8Array }> {
  const root = await reader.root(manifest.project_id, file.index);
  const { length, pieces: open } = assembledFile(manifest, file, root, reader);
  const pieces = open();
  const first = await pieces.next();
  return { length, pieces, first: first.value };
}

function fileOf(read: ReadManifest, wanted: Wanted): ManifestFile | undefined {
  return read.manifest.files.find(
    ({ collection, locale }) => collection === wanted.collection && locale === wanted.locale,
  );
}
