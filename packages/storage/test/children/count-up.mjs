// Adds to a counter object by conditional puts, and to its own count of those that succeeded, which it prints.
import { createDiskStorage, PreconditionFailedError } from '../../dist/index.js';

const [directory, attempts] = process.argv.slice(2);
const signingKey = 'a signing key of at least 32 characters';
const storage = createDiskStorage({ driver: 'disk', directory, publicUrl: 'http://content.test', signingKey });

let successes = 0;
for (let n = 0; n < Number(attempts); n += 1) {
  const { body, info } = await storage.get('counter');
  const next = Buffer.from(String(Number(Buffer.from(body).toString()) + 1));
  try {
    await storage.put('counter', next, { contentType: 'text/plain', ifMatch: info.etag });
    successes += 1;
  } catch (error) {
    if (!(error instanceof PreconditionFailedError)) throw error;
  }
}
process.stdout.write(String(successes));
