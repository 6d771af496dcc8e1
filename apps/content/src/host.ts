import { HttpServer } from '@stele/http';
import { createDiskStorage, type ObjectStorage, openStorage, type StorageSettings } from '@stele/storage';
import type { Logger } from 'pino';
import { type ContentHandlerOptions, createContentHandler } from './handler.ts';
import { refuse } from './http/broken-requests.ts';
import type { Metrics } from './metrics.ts';

/** A connection without any traffic for this long is closed. */
const IDLE_TIMEOUT_MS = 30_000;
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
  // Long uploads are fine as long as they move.
  const server = new HttpServer({ requestTimeoutMs: 0, idleTimeoutMs: IDLE_TIMEOUT_MS, decidesOnBodies: true });
  server.serve(createContentHandler(await handlerOptions(options)), refuse);
  const port = await server.listen(options.port, options.host);
  log.info({ host: options.host, port, storage: options.storage.driver }, 'the content host listens');
  return { port, close: (graceMs = DEFAULT_GRACE_MS) => server.close(graceMs) };
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
