import { createServer } from 'node:net';

/** The first of some free ports in a row. */
export async function portsInARow(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const tries = Array.from({ length: count }, (_, index) => isFree(first + index));
    if ((await Promise.all(tries)).every(Boolean)) return first;
  }
}

/** Whether no one listens on a port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
