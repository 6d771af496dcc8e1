import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import path from 'node:path';
import { acceptsEncoding } from './accepts-encoding.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** How the compressed form of a file is called, the smallest first. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

interface StaticFile {
  readonly place: string;
  readonly etag: string;
  /** Encodings that lie beside it, the smallest first. */
  readonly encodings: readonly (keyof typeof ENCODINGS)[];
}

/** Files of a folder as they are at its start. What isn't one of them can't be asked for, whatever a path looks like. */
export class StaticFiles {
  readonly #files = new Map<string, StaticFile>();

  /** @throws when the folder isn't there */
  constructor(folder: string) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const place = path.join(entry.parentPath, entry.name);
      if (!entry.isFile() || !(path.extname(place) in TYPES)) continue;
      const encodings = (['br', 'gzip'] as const).filter((encoding) => existsSync(place + ENCODINGS[encoding]));
      const etag = `"${createHash('sha256').update(readFileSync(place)).digest('base64url').slice(0, 27)}"`;
      this.#files.set(`/${path.relative(folder, place).split(path.sep).join('/')}`, { place, etag, encodings });
    }
  }

  has(name: string): boolean {
    return this.#files.has(name);
  }

  /** Answers with a file that there is, compressed if the client can read that, or says that the client has it already. */
  async send(
    name: string,
    request: IncomingMessage,
    response: ServerResponse,
    headers: OutgoingHttpHeaders,
  ): Promise<void> {
    const file = this.#files.get(name);
    if (!file) throw new Error(`There is no file ${name}.`);
    const encoding = file.encodings.find((one) => acceptsEncoding(request, one));
    // Each form has an etag of its own.
    const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag;
    const all = { ...headers, etag, vary: 'accept-encoding' };
    if (request.headers['if-none-match']?.includes(etag)) {
      response.writeHead(304, all).end();
      return;
    }
    const bytes = await readFile(encoding ? file.place + ENCODINGS[encoding] : file.place);
    response.writeHead(200, {
      ...all,
      'content-type': TYPES[path.extname(name)],
      'content-length': bytes.byteLength,
      ...(encoding && { 'content-encoding': encoding }),
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }
}
