// Puts one object after another, several at once, half of them as ones that never change, and prints the key of each when it's acknowledged.
import { createHash } from 'node:crypto';
import { createDiskStorage } from '../../dist/index.js';

const [directory, start] = process.argv.slice(2);
const signingKey = 'a signing key of at least 32 characters';
const storage = createDiskStorage({ driver: 'disk', directory, publicUrl: 'http://content.test', signingKey });

async function putForever(lane) {
  for (let n = 0; ; n += 1) {
    const key = `kill/${start}/${lane}/${n}`;
    const body = Buffer.alloc(20_000 + n, key);
    const contentType = 'application/octet-stream';
    const sha256 = createHash('sha256').update(body).digest('hex');
    if (lane % 2) await storage.putAll([{ key, body, sha256, contentType }]);
    else await storage.put(key, body, { contentType });
    process.stdout.write(`${key}\n`);
  }
}

await Promise.all([0, 1, 2, 3].map(putForever));
