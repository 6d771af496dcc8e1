import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import path from 'node:path';
import { acceptsEncoding, isKnown } from '@stele/http';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The endings of a file's compressed forms, by their encoding, the smallest first. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** A form of a file, as it's sent. */
interface Form {
  readonly encoding: keyof typeof ENCODINGS | null;
  readonly etag: string;
  readonly bytes: Buffer;
}

/**
 * Files of a folder as they are at its start, in memory: a new release may take their place while the old one runs. No other file
 * can be asked for, whatever a path looks like.
 */
export class StaticFiles {
  /** The forms of each, the smallest first. */
  readonly #files = new Map<string, readonly Form[]>();

  /** @throws when the folder isn't there */
  constructor(folder: string) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const place = path.join(entry.parentPath, entry.name);
      if (!entry.isFile() || !(path.extname(place) in TYPES)) continue;
      const encodings = (['br', 'gzip'] as const).filter((encoding) => existsSync(place + ENCODINGS[encoding]));
      const forms = [
        ...encodings.map((encoding) => formOf(place + ENCODINGS[encoding], encoding)),
        formOf(place, null),
      ];
      this.#files.set(`/${path.relative(folder, place).split(path.sep).join('/')}`, forms);
    }
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** Answers with a file that there is, compressed if the client can read that, or says that the client has it already. */
  send(name: string, request: IncomingMessage, response: ServerResponse, headers: OutgoingHttpHeaders): void {
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const form = this.#files
      .get(name)
      ?.find(({ encoding }) => encoding === null || acceptsEncoding(accepted, encoding));
    if (!form) throw new Error(`There is no file ${name}.`);
    const { encoding, etag, bytes } = form;
    const all = { ...headers, etag, vary: 'accept-encoding' };
    if (isKnown(request.headers['if-none-match'], etag)) {
      response.writeHead(304, all).end();
      return;
    }
    response.writeHead(200, {
      ...all,
      'content-type': TYPES[path.extname(name)],
      'content-length': bytes.byteLength,
      ...(encoding && { 'content-encoding': encoding }),
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }
}

function formOf(place: string, encoding: Form['encoding']): Form {
  const bytes = readFileSync(place);
  return { encoding, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
