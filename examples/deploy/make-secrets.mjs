// Makes the secrets of an installation, once: `node make-secrets.mjs FOLDER`. Files that are there stay as they are.
//
// - `stele.env`: settings of Stele
// - `postgres-password`, `redis.conf`: what the containers of PostgreSQL and Redis read
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder = '.'] = process.argv.slice(2);
const secret = () => randomBytes(32).toString('base64url');

const postgres = secret();
const redis = secret();
const files = {
  'postgres-password': postgres,
  'redis.conf': `requirepass ${redis}\nmaxmemory 64mb\nmaxmemory-policy volatile-ttl\nsave ""\n`,
  'stele.env': [
    `DATABASE_URL=postgres://stele:${postgres}@postgres:5432/stele`,
    `REDIS_URL=redis://:${redis}@redis:6379`,
    `STELE_AUTH_SECRET=${secret()}`,
    `STELE_ENCRYPTION_KEYS=first:${randomBytes(32).toString('base64')}`,
    `STELE_UPLOAD_KEY=${secret()}`,
    `STELE_PROXY_SECRET=${secret()}`,
    `STELE_OPERATOR_SECRET=${secret()}`,
    '',
  ].join('\n'),
};
const made = Object.keys(files).filter((name) => !existsSync(path.join(folder, name)));
// All of them name the same passwords, so they're made together or not at all.
if (made.length > 0 && made.length < Object.keys(files).length) {
  console.error(`${folder} lacks ${made.join(', ')}, and has other files of a set. Restore what is missing.`);
  process.exit(1);
}
// Readable by the other containers, which run as users of their own. The folder itself is for these containers only.
for (const name of made) writeFileSync(path.join(folder, name), files[name], { mode: 0o644, flag: 'wx' });
console.log(made.length > 0 ? `Made ${made.join(', ')} in ${folder}.` : `The secrets in ${folder} are there.`);
