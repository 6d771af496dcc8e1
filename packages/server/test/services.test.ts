import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, Services } from '../src/services.ts';

let folder: string;
let services: Services;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'stele-services-'));
  services = new Services();
});

afterEach(async () => {
  await services.stop(5);
  await rm(folder, { recursive: true });
});

/** A port below those that systems give to connections: nobody else is given it before the service takes it. */
async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(randomInt(10_000, 30_000), '127.0.0.1');
    const taken = await once(server, 'listening').catch((error) => error);
    if (taken instanceof Error) continue;
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return port;
  }
}

async function start(name: string, program: string): Promise<Service> {
  const port = await freePort();
  const service: Service = {
    name,
    command: [process.execPath, '-e', program],
    cwd: folder,
    url: `http://127.0.0.1:${port}`,
    logFile: path.join(folder, 'logs', `${name}.log`),
  };
  services.start(service, { ...process.env, PORT: String(port) });
  return service;
}

/** Answers 503 once, then 200; and does `onTerm` when it's asked to end. */
const server = (onTerm: string) => `
  let asked = 0;
  require('node:http')
    .createServer((request, response) => {
      response.statusCode = request.url === '/readyz' && ++asked > 1 ? 200 : 503;
      response.end();
    })
    .listen(process.env.PORT, '127.0.0.1');
  process.on('SIGTERM', () => { console.log('asked to end'); ${onTerm} });`;

test('they are ready when each answers 200, write their own logs, and end when asked', async () => {
  const one = await start('one', server('process.exit(0)'));
  const other = await start('other', server('process.exit(0)'));
  await services.ready(300);
  expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
  await services.stop(300);
  for (const { logFile } of [one, other]) expect(await readFile(logFile, 'utf8')).toBe('asked to end\n');
});

test('one that ends by itself fails all, with the end of its log', async () => {
  await start('steady', server('process.exit(0)'));
  await start('fragile', `console.log('out of luck'); process.exit(7)`);
  await expect(services.ready(300)).rejects.toThrow(/The fragile ended with code 7\.[\s\S]*out of luck/);
  await expect(services.failed).rejects.toThrow('The fragile ended');
});

test('a program that watches its parent ends when that one is killed', async () => {
  const watching = fileURLToPath(new URL('../dist/end-with-parent.js', import.meta.url));
  const child = `setInterval(() => {}, 1e6); process.on('SIGTERM', () => { console.log('ended'); process.exit(); })`;
  const parent = spawn(
    process.execPath,
    [
      '-e',
      `require('node:child_process').spawn(process.execPath, ['--import', ${JSON.stringify(watching)}, '-e', ${JSON.stringify(`console.log('ready'); ${child}`)}], { stdio: 'inherit' })`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: parent.stdout });
  await once(lines, 'line');
  parent.kill('SIGKILL');
  expect(await once(lines, 'line')).toEqual(['ended']);
});

test('one that does not end in time is killed', async () => {
  const deaf = await start('deaf', server(''));
  await services.ready(300);
  await services.stop(0.2);
  await expect(fetch(deaf.url)).rejects.toThrow();
});
