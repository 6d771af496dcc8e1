// Makes the secrets of an installation, once: `node make-secrets.mjs FOLDER [PARTS]`. Files that are there stay as they are.
//
// - `stele.env`: settings of Stele, which `stele-server split-settings` splits by its parts
// - `postgres-password`, `redis.conf`: what PostgreSQL and Redis read, in PARTS/postgres and PARTS/redis if PARTS is given
import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder = '.', parts] = process.argv.slice(2);
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
for (const name of made) writeFileSync(path.join(folder, name), files[name], { mode: 0o600, flag: 'wx' });
// Those of earlier versions could be read by everyone.
for (const name of Object.keys(files)) chmodSync(path.join(folder, name), 0o600);
for (const [part, name] of parts ? Object.entries({ postgres: 'postgres-password', redis: 'redis.conf' }) : []) {
  mkdirSync(path.join(parts, part), { recursive: true, mode: 0o700 });
  copyFileSync(path.join(folder, name), path.join(parts, part, name));
  chmodSync(path.join(parts, part, name), 0o600);
}
console.log(made.length > 0 ? `Made ${made.join(', ')} in ${folder}.` : `The secrets in ${folder} are there.`);
