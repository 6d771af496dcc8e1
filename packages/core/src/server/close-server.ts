import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as PlainServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How long requests may still come on open connections: one may be on its way while its connection looks idle. */
const LINGER_MS = 500;
const IDLE_CHECK_MS = 50;

/**
 * Ends a server with nothing lost. It accepts no more connections, answers the requests of those that are open, and asks their
 * clients to close them.
 *
 * @param graceMs after this, connections are cut off
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close');
  // That of node:http would close idle connections at once.
  PlainServer.prototype.close.call(server);
  server.prependListener('request', (_request, response: ServerResponse) => response.setHeader('connection', 'close'));
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await Promise.race([closed, wait(LINGER_MS)]);
  // A connection is idle once its answer is sent.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}
