// The API as the app runs it, without the pages around it, in plain JavaScript: a loader of TypeScript would use memory
// too. It answers each message with the largest amount of memory that it held.
import { createServer } from 'node:http';
import {
  createWebHandler,
  newEncryptionKeys,
  nodeListener,
  openDatabase,
  parseLimits,
  SERVER_OPTIONS,
  startServices,
} from '@stele/core';
import { createDiskStorage } from '@stele/storage';
import { pino } from 'pino';

const { database: settings, storage, limits } = JSON.parse(process.argv[2] ?? '{}');
const log = pino({ level: 'error' }, pino.destination(2));
const database = await openDatabase(settings, { log, migrate: false });
const server = createServer(SERVER_OPTIONS);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}`;
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
const otherwise = (_request, response) => response.writeHead(404).end();
server.on('request', nodeListener({ handle: createWebHandler(services), log, otherwise }));

process.on('message', () => process.send({ peakMemory: process.resourceUsage().maxRSS * 1024 }));
process.on('disconnect', async () => {
  server.close();
  server.closeAllConnections();
  await services.stop();
  await database.close();
  process.exit();
});
process.send({ url });
