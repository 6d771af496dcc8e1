// The API as the app runs it, without the pages around it, in plain JavaScript: a loader of TypeScript would use memory
// too. It answers each message with the largest amount of memory that it held.
import {
  createWebHandler,
  newEncryptionKeys,
  nodeListener,
  openDatabase,
  parseLimits,
  refuseBroken,
  startServices,
} from '@stele/core';
import { HttpServer } from '@stele/http';
import { createDiskStorage } from '@stele/storage';
import { pino } from 'pino';

const { database: settings, storage, limits } = JSON.parse(process.argv[2] ?? '{}');
const log = pino({ level: 'error' }, pino.destination(2));
const database = await openDatabase(settings, { log, migrate: false });
const server = new HttpServer();
const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
const services = await startServices({
  settings: {
    apiUrl: url,
    adminUrl: url,
    contentUrl: storage.publicUrl,
    authSecret: 's'.repeat(40),
    encryptionKeys: newEncryptionKeys(),
  },
  database,
  storage: createDiskStorage(storage),
  log,
  limits: parseLimits(limits),
});
const handle = createWebHandler(services);
server.serve(nodeListener({ handle, log }), refuseBroken(handle));

process.on('message', () => process.send({ peakMemory: process.resourceUsage().maxRSS * 1024 }));
process.on('disconnect', async () => {
  await server.close(0);
  await services.stop();
  await database.close();
  process.exit();
});
process.send({ url });
