import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** The two commands that @upstash/ratelimit sends. */
export interface ScriptClient {
  eval<Args extends unknown[], Data>(script: string, keys: string[], args: Args): Promise<Data>;
  evalsha<Args extends unknown[], Data>(sha1: string, keys: string[], args: Args): Promise<Data>;
}

/** Where the counters are kept when several processes share them. */
export type RedisSettings = { kind: 'upstash'; url: string; token: string } | { kind: 'redis'; url: string };

/** After this time without a response, Redis counts as unreachable. */
const TIMEOUT_MS = 2_000;

/** An open client. */
interface OpenRedis {
  readonly client: ScriptClient;
  close(): void;
}

/** Whether Redis answers. */
export function redisWorks(client: ScriptClient): Promise<boolean> {
  return client.eval('return 1', [], []).then(
    (one) => Number(one) === 1,
    () => false,
  );
}

/** Opens a client for the limiter. Loads its package only here, since most instances need none. */
export async function openRedis(settings: RedisSettings): Promise<OpenRedis> {
  if (settings.kind === 'upstash') {
    const upstash = await import('@upstash/redis');
    const client = new upstash.Redis({
      url: settings.url,
      token: settings.token,
      retry: { retries: 1 },
      signal: () => AbortSignal.timeout(TIMEOUT_MS),
    });
    return { client, close: () => undefined };
  }
  const ioredis = await import('ioredis');
  const redis = new ioredis.Redis(settings.url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
  });
  redis.on('error', () => undefined);
  return { client: fromIoredis(redis), close: () => redis.disconnect() };
}

/**
 * Lets @upstash/ratelimit work with any Redis. Its scripts begin with a line that only Upstash understands. So its hash of a
 * script is never known here; the script is sent without that line, by its own hash once the server has it.
 */
function fromIoredis(redis: Redis): ScriptClient {
  const text = (args: readonly unknown[]): string[] => args.map((arg) => String(arg ?? ''));
  return {
    async evalsha() {
      throw new Error('NOSCRIPT No matching script. Please use EVAL.');
    },
    async eval<Args extends unknown[], Data>(script: string, keys: string[], args: Args): Promise<Data> {
      const plain = script.replace(/^#!lua[^\n]*\n/, '');
      const hash = createHash('sha1').update(plain).digest('hex');
      try {
        return (await redis.evalsha(hash, keys.length, ...keys, ...text(args))) as Data;
      } catch (error) {
        if (!String(error).includes('NOSCRIPT')) throw error;
        return (await redis.eval(plain, keys.length, ...keys, ...text(args))) as Data;
      }
    },
  };
}
