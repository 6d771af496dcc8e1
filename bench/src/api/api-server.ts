// The API as the app runs it, without the pages around it: database, disk storage, services and a plain HTTP server.
import {
  createWebHandler,
  newEncryptionKeys,
  nodeListener,
  openDatabase,
  parseLimits,
  prepareSetup,
  refuseBroken,
  startServices,
} from '@stele/core';
import { countStatements } from '@stele/core/testing/statements';
import { HttpServer } from '@stele/http';
import { createDiskStorage } from '@stele/storage';
import { pino } from 'pino';
import { childArgument, serveParent } from '../child.ts';
import { takeCpuMs } from '../cpu-time.ts';
import type { ApiOptions, ApiReady, Asked, Counts, MemoryHeld } from './api-protocol.ts';
import { countWrites } from './counting-storage.ts';

const options = childArgument<ApiOptions>();
const log = pino({ level: 'error' }, pino.destination(2));
const database = await openDatabase(options.database, { log, migrate: true });
const counted = countWrites(createDiskStorage(options.storage));
const server = new HttpServer();
const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
const services = await startServices({
  settings: {
    apiUrl: url,
    adminUrl: url,
    contentUrl: options.storage.publicUrl,
    authSecret: 's'.repeat(40),
    encryptionKeys: newEncryptionKeys(),
    proxySecret: null,
  },
  database,
  storage: counted.storage,
  log,
  limits: parseLimits(options.limits),
  delivery: {
    allowsPrivateTargets: options.allowsPrivateTargets,
    ...(options.origins && { origins: options.origins }),
  },
});
const handle = createWebHandler(services);
server.serve(nodeListener({ handle, log }), refuseBroken(handle));
const statements = options.counting ? countStatements(database) : null;
const setupCode = (await prepareSetup(database.pool, { secret: 'bench' })) ?? '';

const memoryHeld = (): MemoryHeld => {
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident: rss, used: heapUsed + external };
};
const ready: ApiReady = { url, setupCode };
serveParent(
  ready,
  ({ memory }: Asked): Counts | MemoryHeld => {
    if (memory) return memoryHeld();
    const counts = { statements: statements?.statements.length ?? 0, cpuMs: takeCpuMs(), ...counted.take() };
    statements?.reset();
    return counts;
  },
  async () => {
    await server.close(0);
    await services.stop();
    await database.close();
  },
);
