import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';

/** Speaks Upstash's REST protocol in front of a real Redis server, as far as @upstash/redis uses it here. */
export async function startUpstashPeer(redisUrl: string): Promise<{ url: string; token: string; server: Server }> {
  const redis = new Redis(redisUrl);
  const token = 'test-token';
  const server = createServer((request, response) => {
    void (async () => {
      const send = (status: number, body: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (request.headers.authorization !== `Bearer ${token}`) return send(401, { error: 'Unauthorized' });
      const base64 = request.headers['upstash-encoding'] === 'base64';
      const body = JSON.parse(await readText(request)) as unknown[];
      if (request.url === '/pipeline') {
        send(200, await Promise.all((body as unknown[][]).map((command) => run(redis, command, base64))));
      } else {
        const answer = await run(redis, body, base64);
        send('error' in answer ? 400 : 200, answer);
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.on('close', () => redis.disconnect());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token, server };
}

async function run(
  redis: Redis,
  command: unknown[],
  base64: boolean,
): Promise<{ result: unknown } | { error: string }> {
  const [name = '', ...args] = command.map((part) => String(part ?? ''));
  const plain = args.map((arg, index) => (index === 0 ? arg.replace(/^#!lua[^\n]*\n/, '') : arg));
  try {
    const result: unknown = await redis.call(name, ...plain);
    return { result: base64 ? encode(result) : result };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function encode(value: unknown): unknown {
  if (typeof value === 'string') return value === 'OK' ? value : Buffer.from(value).toString('base64');
  return Array.isArray(value) ? value.map(encode) : value;
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
