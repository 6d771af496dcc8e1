import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { type ObjectStorage, PreconditionFailedError } from '@stele/storage';
import { openRedis, type RedisSettings } from '../../access/limits/redis-client.ts';
import { createMailer, type MailSettings } from '../../access/mailer.ts';
import { type Check, type Finding, fault, ok, warn } from './finding.ts';

const SLOW_MS = 500;
/** Below this many times the reserve, a disk is soon full. */
const FEW_RESERVES = 4;

/** Writes, reads and removes an object, and sees whether conditions are kept, without which publishes could overwrite each other. */
export function storageCheck(storage: ObjectStorage): Check {
  const run = async (): Promise<Finding[]> => {
    const key = `doctor/${randomUUID()}`;
    const body = new TextEncoder().encode('stele-server doctor');
    const began = performance.now();
    await storage.put(key, body, { contentType: 'text/plain', ifNoneMatch: '*' });
    const tookMs = performance.now() - began;
    try {
      const keeps = await refuses(storage.put(key, body, { contentType: 'text/plain', ifNoneMatch: '*' }));
      const compares = await refuses(storage.put(key, body, { contentType: 'text/plain', ifMatch: 'another' }));
      const isRead = (await storage.get(key))?.body.byteLength === body.byteLength;
      if (!keeps || !compares) {
        const advice = 'Use a service, or a version of it, that supports If-None-Match and If-Match on PUT.';
        return [
          fault('storage', 'The storage ignores conditions of writes: publishes could overwrite each other.', advice),
        ];
      }
      if (!isRead) return [fault('storage', "What was written isn't read back.", 'Use a storage that is consistent.')];
    } finally {
      await storage.delete([key]);
    }
    const message = `The storage keeps conditions. A write took ${Math.round(tookMs)} ms.`;
    if (tookMs < SLOW_MS) return [ok('storage', message)];
    return [warn('storage', message, 'Publishing writes several objects: use a storage that is nearer.')];
  };
  return {
    name: 'storage',
    run,
    advice: 'Check the S3_* settings and the rights of the key, or the folder and its disk.',
  };
}

/** Uploads to a bucket as the admin does. */
export function corsCheck(storage: ObjectStorage, adminUrl: string): Check {
  const run = async (): Promise<Finding[]> => {
    const { origin } = new URL(adminUrl);
    const key = `doctor/${randomUUID()}`;
    const contentType = 'text/plain';
    const { url, headers } = await storage.presignPut(key, { contentType, contentLength: 1, expiresInSeconds: 60 });
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
    });
    const put = await fetch(url, { method: 'PUT', headers: { ...headers, origin }, body: 'x' });
    await storage.delete([key]);
    const advice = 'Give the bucket the CORS rule of docs/operating.md, "Uploads to a bucket".';
    const allowed = preflight.headers.get('access-control-allow-origin');
    if (!preflight.ok || (allowed !== origin && allowed !== '*')) {
      return [fault('cors', `The bucket refuses uploads from pages of ${origin}.`, advice)];
    }
    if (!put.ok)
      return [
        fault('cors', `A signed upload was answered with ${put.status}.`, 'Check S3_REGION and the rights of the key.'),
      ];
    const exposed = (put.headers.get('access-control-expose-headers') ?? '').toLowerCase();
    if (!/\betag\b|\*/.test(exposed))
      return [fault('cors', "The bucket doesn't expose ETag: large uploads fail.", advice)];
    return [ok('cors', `The bucket takes uploads from pages of ${origin}.`)];
  };
  return { name: 'cors', run, advice: 'The bucket must be reachable from browsers.' };
}

export function redisCheck(settings: RedisSettings): Check {
  const run = async (): Promise<Finding[]> => {
    const { client, close } = await openRedis(settings);
    try {
      const began = performance.now();
      const answer = await client.eval('return ARGV[1]', ['stele:doctor'], ['here']);
      const message = `Redis answered after ${Math.round(performance.now() - began)} ms.`;
      return answer === 'here'
        ? [ok('redis', message)]
        : [fault('redis', `${message} It runs no scripts.`, 'Allow EVAL.')];
    } finally {
      close();
    }
  };
  return {
    name: 'redis',
    run,
    advice: 'Check REDIS_URL, or UPSTASH_REDIS_REST_URL and its token. Each API process counts limits for itself now.',
  };
}

export function mailCheck(settings: MailSettings): Check {
  const run = async (): Promise<Finding[]> => {
    await createMailer(settings).verify();
    return [ok('mail', 'The mail server lets the sender in. No mail was sent.')];
  };
  return { name: 'mail', run, advice: 'Check SMTP_URL: server, port, user and password.' };
}

export function diskCheck(folder: string, reserveBytes: number): Check {
  const run = async (): Promise<Finding[]> => {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    const message = `${(free / 1e9).toFixed(1)} GB are free on the disk of the data folder.`;
    const advice = 'Make space, or move the data folder to a larger disk.';
    if (free < reserveBytes)
      return [fault('disk', `${message} Nothing more is written below STELE_DISK_RESERVE.`, advice)];
    return [free < FEW_RESERVES * reserveBytes ? warn('disk', message, advice) : ok('disk', message)];
  };
  return { name: 'disk', run, advice: 'Check STELE_DATA_DIR: the first start makes the folder.' };
}

async function refuses(put: Promise<unknown>): Promise<boolean> {
  return put.then(
    () => false,
    (error: unknown) => {
      if (error instanceof PreconditionFailedError) return true;
      throw error;
    },
  );
}
