// Repeats one GET over some keep-alive connections, with as little work of its own as possible.
import { connect, type Socket } from 'node:net';
import { serveParent } from '../child.ts';
import { percentile } from '../statistics.ts';

/** The requests to send, and for how long. */
export interface LoadOptions {
  readonly url: string;
  readonly token: string;
  readonly connections: number;
  readonly seconds: number;
  /** The largest number of requests, even when time is left. */
  readonly most: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

serveParent('ready', (options: LoadOptions) => run(options));

async function run({ url, token, connections, seconds, most }: LoadOptions): Promise<LoadResult> {
  const { hostname, port, host, pathname } = new URL(url);
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`;
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let sent = 0;
  const mayGoOn = (): boolean => {
    if (sent >= most || performance.now() >= end) return false;
    sent += 1;
    return true;
  };
  const target = { host: hostname, port: Number(port) };
  await Promise.all(Array.from({ length: connections }, () => repeat(connect(target), request, mayGoOn, latencies)));
  const elapsed = (performance.now() - start) / 1000;
  return {
    requests: latencies.length,
    requestsPerSecond: latencies.length / elapsed,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

/** One request after another on one connection. @throws on anything but 200 with a Content-Length */
function repeat(socket: Socket, request: string, mayGoOn: () => boolean, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = '';
    let sentAt = 0;
    const next = (): void => {
      if (!mayGoOn()) {
        socket.destroy();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(request, 'latin1');
    };
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('connect', next);
    socket.on('data', (text: string) => {
      received += text;
      const head = received.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = /\r\ncontent-length: *(\d+)/i.exec(received)?.[1];
      if (!received.startsWith('HTTP/1.1 200') || length === undefined) {
        socket.destroy();
        reject(new Error(`The load got this answer: ${received.slice(0, 500)}`));
        return;
      }
      if (received.length < head + 4 + Number(length)) return;
      latencies.push(performance.now() - sentAt);
      received = '';
      next();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('A server closed the connection under load.')));
  });
}
