import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskStorage, type DiskStorage, type ObjectStorage } from '@stele/storage';
import { pino } from 'pino';
import { createContentHandler } from '../../src/index.ts';

export const SIGNING_KEY = 'a signing key of at least 32 characters';

/** A storage on disk and a content host in front of it, in this process. */
export interface TestHost {
  port: number;
  storage: DiskStorage;
  /** Folder of the storage. */
  directory: string;
  /** Lines of the log, parsed. */
  log: LogLine[];
  close(): Promise<void>;
}

export interface LogLine {
  level: number;
  msg: string;
  path?: string;
  err?: { message: string; type: string };
}

interface TestHostOptions {
  now?: () => Date;
  /** Puts something between the host and its storage. */
  wrap?: (storage: DiskStorage) => ObjectStorage;
  /** Whether it serves signed URLs; it does unless told otherwise. */
  signed?: boolean;
  /** Of a storage that's there already and stays; else one is made, and removed at the end. */
  directory?: string;
}

export async function startTestHost(options: TestHostOptions = {}): Promise<TestHost> {
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'stele-content-')));
  const lines: LogLine[] = [];
  const storage = createDiskStorage({
    driver: 'disk',
    directory,
    publicUrl: 'http://content.test',
    signingKey: SIGNING_KEY,
  });
  const handler = createContentHandler({
    storage: options.wrap?.(storage) ?? storage,
    signed: options.signed === false ? null : { storage, signingKey: SIGNING_KEY },
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) }),
    ...(options.now === undefined ? {} : { now: options.now }),
  });
  const server = createServer(handler);
  server.on('checkContinue', handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    storage,
    directory,
    log: lines,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (options.directory === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
