import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDiskStorage, type ObjectStorage, openStorage, type StorageSettings } from '@stele/storage';
import type { Logger } from 'pino';
import { type ContentHandlerOptions, createContentHandler } from './handler.ts';
import { answerBrokenRequests } from './http/broken-requests.ts';
import { Connections } from './http/connections.ts';
import type { Metrics } from './metrics.ts';

/** A connection without any traffic for this long is closed. */
const IDLE_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;
const DEFAULT_GRACE_MS = 20_000;

export interface ContentHostOptions {
  host: string;
  /** 0 lets the system choose. */
  port: number;
  storage: StorageSettings;
  log: Logger;
  /** Opens /metrics; without it, there is none. */
  operatorSecret?: string | null;
  now?: () => Date;
}

export interface ContentHost {
  port: number;
  /**
   * Accepts no more connections, lets running answers finish, and resolves when all are closed.
   *
   * @param graceMs milliseconds after which answers are aborted
   */
  close(graceMs?: number): Promise<void>;
}

/** Starts a content host, and resolves when it listens. If storage can't be used yet, that's logged, and /readyz reports it. */
export async function startContentHost(options: ContentHostOptions): Promise<ContentHost> {
  const { log } = options;
  const server = createServer({
    // Long uploads are fine as long as they move.
    requestTimeout: 0,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.setTimeout(IDLE_TIMEOUT_MS);
  const handler = createContentHandler(await handlerOptions(options));
  server.on('request', handler);
  server.on('checkContinue', handler);
  const connections = new Connections(server);
  answerBrokenRequests(server, connections);
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  log.info({ host: options.host, port, storage: options.storage.driver }, 'the content host listens');
  return { port, close: (graceMs = DEFAULT_GRACE_MS) => close(server, connections, graceMs) };
}

async function handlerOptions(options: ContentHostOptions): Promise<ContentHandlerOptions> {
  const { storage: settings, log } = options;
  // Loaded only where they're wanted.
  const metrics = options.operatorSecret ? await openMetrics(options.operatorSecret) : null;
  const common = { log, metrics, ...(options.now === undefined ? {} : { now: options.now }) };
  const watch = <Storage extends ObjectStorage>(storage: Storage): Storage =>
    watched(metrics?.watch(storage) ?? storage, log);
  if (settings.driver === 's3') return { ...common, storage: watch(await openStorage(settings)), signed: null };
  const storage = watch(createDiskStorage(settings));
  return { ...common, storage, signed: { storage, signingKey: settings.signingKey } };
}

async function openMetrics(secret: string): Promise<Metrics> {
  const { Metrics } = await import('./metrics.ts');
  return new Metrics(secret);
}

function watched<Storage extends { check(): Promise<void> }>(storage: Storage, log: Logger): Storage {
  storage.check().catch((error: unknown) => log.warn({ err: error }, 'the storage cannot be used yet'));
  return storage;
}

async function close(server: Server, connections: Connections, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  connections.closeWhenIdle();
  const breakOff = setTimeout(() => connections.closeAll(), graceMs);
  try {
    await closed;
  } finally {
    clearTimeout(breakOff);
  }
}
