import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ObjectStorage, StorageUnavailableError } from '@stele/storage';
import type { Logger } from 'pino';
import { corsHeaders, preflightHeaders } from './http/cors.ts';
import { HttpError, notFound } from './http/errors.ts';
import { type Exchange, sendEmpty, sendError } from './http/exchange.ts';
import type { Metrics } from './metrics.ts';
import { matchRoute, type Route } from './routes.ts';
import { CompressedCache } from './serve/compressed-cache.ts';
import { serveFile } from './serve/file.ts';
import { Readiness, serveLive } from './serve/health.ts';
import { serveManifest, serveObject } from './serve/json-object.ts';
import { serveDownload, serveMedia } from './serve/media.ts';
import { ObjectCache } from './serve/object-cache.ts';
import { servePointer } from './serve/pointer.ts';
import type { SignedStorage } from './serve/signed-storage.ts';
import { SnapshotReader } from './serve/snapshot-reader.ts';
import { ClientGoneError, serveUpload } from './serve/upload.ts';

export interface ContentHandlerOptions {
  storage: ObjectStorage;
  /** The storage for signed URLs; null when they lead to a bucket instead. */
  signed: SignedStorage | null;
  log: Logger;
  /** Counts what is answered, and is served at /metrics; null for none. */
  metrics?: Metrics | null;
  /** The clock by which signed URLs and pointers expire. */
  now?: () => Date;
}

/** Answers one request. Never rejects: an error is answered or ends the connection, and is logged. */
export type ContentHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const READ_METHODS = ['GET', 'HEAD', 'OPTIONS'];
const OF_OPERATORS: readonly (Route['name'] | undefined)[] = ['live', 'ready', 'metrics'];
const SIGNED: readonly Route['name'][] = ['upload', 'download'];
const UPLOAD_METHODS = ['PUT', 'OPTIONS'];
/** Headers of all answers, errors too. */
const COMMON_HEADERS = { ...corsHeaders(), 'x-content-type-options': 'nosniff' };

/** The content host as a function, for any node:http server. */
export function createContentHandler(options: ContentHandlerOptions): ContentHandler {
  const { storage, signed, metrics = null } = options;
  const now = options.now ?? (() => new Date());
  const reader = new SnapshotReader(storage);
  const cache = new CompressedCache();
  const objects = new ObjectCache(storage, now);
  const readiness = new Readiness(storage, now);

  async function serve(exchange: Exchange, route: Route, query: string): Promise<void> {
    switch (route.name) {
      case 'live':
        return serveLive(exchange);
      case 'ready':
        return readiness.serve(exchange);
      case 'metrics':
        if (!metrics?.isOpenTo(exchange.request.headers.authorization)) throw notFound();
        return metrics.serve(exchange);
      case 'upload':
        if (signed === null) throw notFound();
        return serveUpload(exchange, signed, route.key, new URLSearchParams(query), now);
      case 'download':
        if (signed === null) throw notFound();
        return serveDownload(exchange, signed, route.key, new URLSearchParams(query), now);
      case 'pointer':
        return servePointer(exchange, storage, route.key, now, options.log);
      case 'manifest':
        return serveManifest(exchange, reader, cache, route);
      case 'file':
        return serveFile(exchange, reader, route);
      case 'object':
        return serveObject(exchange, objects, cache, route);
      case 'media':
        return serveMedia(exchange, storage, route.key);
    }
  }

  return async (request, response) => {
    const requestId = requestIdOf(request);
    const exchange: Exchange = { request, response, headers: { ...COMMON_HEADERS, 'x-request-id': requestId } };
    const started = performance.now();
    const [path, query] = splitTarget(request.url ?? '');
    const route = matchRoute(path);
    response.on('close', () => {
      const level = OF_OPERATORS.includes(route?.name) ? 'debug' : 'info';
      const { statusCode: status, writableFinished: complete } = response;
      const elapsedMs = performance.now() - started;
      metrics?.answered(request.method ?? '', route?.name ?? 'unknown', status, elapsedMs / 1000);
      // Without the query, which contains signatures, and without a pointer's path, which is as secret as its token.
      const shown = route?.name === 'pointer' ? '/pointers/…' : path;
      options.log[level](
        {
          request_id: requestId,
          method: request.method,
          path: shown,
          status,
          complete,
          duration_ms: Math.round(elapsedMs),
        },
        'answered',
      );
    });
    try {
      const methods = route?.name === 'upload' ? UPLOAD_METHODS : READ_METHODS;
      if (route === null || (SIGNED.includes(route.name) && signed === null)) throw notFound();
      if (request.method === 'OPTIONS') return sendEmpty(exchange, 204, preflightHeaders(methods));
      if (!methods.includes(request.method ?? '')) {
        const message = `This URL only takes ${methods.join(', ')}.`;
        throw new HttpError('method_not_allowed', message, { headers: { allow: methods.join(', ') } });
      }
      await serve(exchange, route, query);
    } catch (error) {
      fail(exchange, error, options.log.child({ request_id: requestId }));
    }
  };
}

function fail(exchange: Exchange, error: unknown, log: Logger): void {
  const { response } = exchange;
  if (response.destroyed && !response.headersSent) {
    log.debug({ reason: String(error) }, 'the client disconnected before its answer');
  } else if (response.headersSent) {
    if (isClientGone(error)) log.debug('the client disconnected during its answer');
    else log.error({ err: error }, 'the transfer was aborted: a chunk is missing, damaged or cannot be read');
    response.destroy();
  } else if (error instanceof ClientGoneError) {
    response.destroy();
  } else {
    const answer = asHttpError(error);
    if (answer.status >= 500) log.error({ err: error }, answer.message);
    sendError(exchange, answer);
  }
}

/** The error for the client. An internal one has no details. */
function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof StorageUnavailableError) {
    const headers = { 'retry-after': '1' };
    return new HttpError('unavailable', 'The storage of this content cannot be reached at the moment.', { headers });
  }
  return new HttpError('internal', 'An internal error occurred.');
}

function isClientGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE';
}

function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Path and query of a request's target, to which a proxy may add scheme and host. */
function splitTarget(target: string): [path: string, query: string] {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const [beforeHash = ''] = local.split('#', 1);
  const mark = beforeHash.indexOf('?');
  return mark === -1 ? [beforeHash, ''] : [beforeHash.slice(0, mark), beforeHash.slice(mark + 1)];
}
