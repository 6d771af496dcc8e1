import { createServer } from 'node:http';
import path from 'node:path';
import next from 'next';
import { readSettings } from './settings.ts';
import { speakForClient } from './speak-for-client.ts';

/** How long running requests may take once the process is asked to end. */
const GRACE_MS = 10_000;
const IDLE_CHECK_MS = 50;

/** Connections stay open longer than proxies keep them: none is closed just when a request comes. */
const KEEP_ALIVE_MS = 65_000;

/** Next behind a server of our own, because only that knows where a connection comes from. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { host, port } = settings;
  const pages = next({ dev: false, dir: path.join(import.meta.dirname, '..'), hostname: host, port });
  await pages.prepare();
  const servePages = pages.getRequestHandler();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    speakForClient(request, settings);
    void servePages(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

  let ending = false;
  const end = async (): Promise<void> => {
    if (ending) return;
    ending = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    await closed;
    clearInterval(idle);
    clearTimeout(timer);
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
