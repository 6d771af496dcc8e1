import { readFile } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import path from 'node:path';
import { type BrokenRequest, HttpServer } from '@stele/http';
import { readAdminSettings } from './admin-settings.ts';
import { ApiProxy } from './api-proxy.ts';
import { pageHeaders } from './page-policy.ts';
import { PREVIEW_FRAME, previewFrame } from './preview-frame.ts';
import { speakForClient } from './speak-for-client.ts';
import { StaticFiles } from './static-files.ts';

/** How long running requests may take once the server is asked to end. */
const GRACE_MS = 10_000;

const REFUSED: Readonly<Record<BrokenRequest, number>> = {
  headers_too_large: 431,
  request_timeout: 408,
  validation_failed: 400,
};

/** Paths of the API: calls, signing in, and the event stream of a project. */
const API = /^\/(?:(?:trpc|auth)\/|v1\/projects\/[^/]+\/events$)/;

/** Names a file, not a screen. */
const FILE = /^\/_next\/|^\/(?!projects\/).*\.\w+$/;
const BUILT = '/_next/static/';
/** For files whose names have a hash of their content. */
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
/** Kept, and asked for each time whether it's still the same. */
const ASKED_FOR = { 'cache-control': 'no-cache' };

/** An admin that is running. */
export interface AdminServer {
  /** Accepts no more connections, and asks the clients of open ones to close them. The API still has to answer then. */
  drain(): Promise<void>;
  /** Lets running requests finish, for some seconds. */
  close(): Promise<void>;
}

/**
 * Serves the admin: its files, and at every address that is none of a file the one page that draws all screens. Requests for the
 * API are handed on to it, so that the browser talks to one origin only.
 *
 * @param folder where the built admin is
 * @param log takes a line about what went wrong
 * @throws Error with a sentence when a setting is wrong; the error of listening
 */
export async function startAdminServer(
  env: NodeJS.ProcessEnv,
  folder: string,
  log: (line: string) => void,
): Promise<AdminServer> {
  const settings = readAdminSettings(env);
  const files = new StaticFiles(folder);
  const security = pageHeaders(await readFile(path.join(folder, 'index.html'), 'utf8'), env);
  const api = new ApiProxy(settings.apiUrl);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = addressOf(request);
    if (url && API.test(url.pathname)) {
      speakForClient(request, settings);
      return await api.answer(url.pathname + url.search, request, response);
    }
    request.resume();
    const send = (status: number, headers: OutgoingHttpHeaders, text: string): void => {
      response.writeHead(status, { ...security, 'content-length': Buffer.byteLength(text), ...headers }).end(text);
    };
    const plain = { 'content-type': 'text/plain; charset=utf-8' };
    if (!url) return send(404, plain, 'There is nothing at this address.');
    const { pathname } = url;
    if (pathname === '/readyz') {
      return send(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }, '{"status":"ok"}');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return send(405, { ...plain, allow: 'GET, HEAD' }, 'This address can only be read.');
    }
    if (pathname === PREVIEW_FRAME) {
      const { status, headers, text } = previewFrame(url, request);
      return send(status, headers, text);
    }
    if (files.has(pathname)) {
      const kept = pathname.startsWith(BUILT) ? IMMUTABLE : ASKED_FOR;
      return files.send(pathname, request, response, { ...security, ...kept });
    }
    if (FILE.test(pathname)) return send(404, plain, 'There is no such file.');
    files.send('/index.html', request, response, { ...security, ...ASKED_FOR });
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((error: Error) => {
      if (request.socket.destroyed) return;
      log(`${new Date().toISOString()} ${request.method} ${request.url} failed: ${error.message}\n`);
      if (response.headersSent) {
        response.destroy();
        return;
      }
      request.unpipe().resume();
      const headers = { ...security, 'content-type': 'text/plain', connection: 'close' };
      response.writeHead(502, headers).end('The API cannot be reached.');
    });
  };
  const server = new HttpServer().serve(listener, refuse);
  await server.listen(settings.port, settings.host);
  return {
    drain: () => server.drain(),
    async close() {
      await server.close(GRACE_MS);
      api.close();
    },
  };
}

/** Answers a request that Node refuses. */
function refuse(problem: BrokenRequest): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return new Response('This is not a request that can be answered.', { status: REFUSED[problem], headers });
}

/** The requested address; null for one that can't be read, or decoded. */
function addressOf({ url = '/' }: IncomingMessage): URL | null {
  try {
    const address = new URL(url, 'http://localhost');
    if (!API.test(address.pathname)) decodeURIComponent(address.pathname);
    return address;
  } catch {
    return null;
  }
}
