// Puts one object after another, several at once, half of the lanes 40 together that never change. Prints the keys when they're acknowledged.
import { createHash } from 'node:crypto';
import { createDiskStorage } from '../../dist/index.js';

const [directory, start] = process.argv.slice(2);
const signingKey = 'a signing key of at least 32 characters';
const storage = createDiskStorage({ driver: 'disk', directory, publicUrl: 'http://content.test', signingKey });

const contentType = 'application/octet-stream';

function make(lane, n) {
  const key = `kill/${start}/${lane}/${n}`;
  const body = Buffer.alloc(20_000 + n, key);
  return { key, body, sha256: createHash('sha256').update(body).digest('hex'), contentType };
}

async function putForever(lane) {
  const together = lane % 2 ? 40 : 1;
  for (let n = 0; ; n += together) {
    const objects = Array.from({ length: together }, (_, index) => make(lane, n + index));
    if (together > 1) await storage.putAll(objects);
    else await storage.put(objects[0].key, objects[0].body, { contentType });
    process.stdout.write(objects.map(({ key }) => `${key}\n`).join(''));
  }
}

await Promise.all([0, 1, 2, 3].map(putForever));
