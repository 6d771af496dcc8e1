import { request } from 'node:http';
import {
  attachmentOf,
  type DiskStorage,
  DOWNLOAD_PATH,
  UPLOAD_PATH,
  UploadGoneError,
  UploadLengthError,
  verifySignedDownload,
  verifySignedUpload,
} from '../../src/index.ts';

/** The answer from a signed address. */
export interface PeerAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Somebody who holds signed addresses only. */
export interface Peer {
  put(url: string, headers: Record<string, string>, body: Uint8Array): Promise<PeerAnswer>;
  get(url: string): Promise<PeerAnswer>;
}

/** Sends what it's told to over HTTP, as a browser does. */
export const httpPeer: Peer = {
  put: (url, headers, body) => send('PUT', url, { ...headers, 'content-length': String(body.byteLength) }, body),
  get: (url) => send('GET', url, {}, null),
};

function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  body: Uint8Array | null,
): Promise<PeerAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

const REFUSED = { headers: {}, body: Buffer.alloc(0) };

/** Does with a storage on disk what the content host does with it, whose own tests say the rest. */
export function diskPeer(storage: DiskStorage, signingKey: string): Peer {
  const settings = (): { signingKey: string; now: Date } => ({ signingKey, now: new Date() });
  return {
    async put(address, headers, body) {
      const url = new URL(address);
      const key = url.pathname.slice(UPLOAD_PATH.length);
      const signed = url.pathname.startsWith(UPLOAD_PATH)
        ? verifySignedUpload(key, url.searchParams, settings())
        : null;
      if (signed === null) return { status: 403, ...REFUSED };
      const { contentType, contentLength, part } = signed;
      if (contentType !== null && headers['content-type'] !== contentType) return { status: 415, ...REFUSED };
      const source = (async function* () {
        yield body;
      })();
      try {
        const { etag } =
          part === null
            ? await storage.putStream(key, source, { contentType: contentType ?? '', contentLength })
            : await storage.multipart.putPart(key, part, source, contentLength);
        return { status: 200, headers: { etag: `"${etag}"` }, body: Buffer.alloc(0) };
      } catch (error) {
        if (error instanceof UploadLengthError) return { status: 400, ...REFUSED };
        if (error instanceof UploadGoneError) return { status: 404, ...REFUSED };
        throw error;
      }
    },
    async get(address) {
      const url = new URL(address);
      const key = url.pathname.slice(DOWNLOAD_PATH.length);
      const signed = verifySignedDownload(key, url.searchParams, settings());
      if (signed === null || !url.pathname.startsWith(DOWNLOAD_PATH)) return { status: 403, ...REFUSED };
      const found = await storage.get(key);
      if (found === null) return { status: 404, ...REFUSED };
      const headers = {
        'content-type': found.info.contentType,
        'content-disposition': attachmentOf(signed.filename),
        'cache-control': 'private, no-store',
      };
      return { status: 200, headers, body: Buffer.from(found.body) };
    },
  };
}
