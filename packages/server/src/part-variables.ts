import type { Part } from './settings.ts';

/** Variables of the system that every program needs. */
const SYSTEM =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|PWD|TMPDIR|TMP|TEMP|TZ|LANG|LANGUAGE|LC_\w+|LD_LIBRARY_PATH|LD_PRELOAD|MALLOC_\w+|UV_\w+|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|NODE_\w+|SSL_CERT_\w+|https?_proxy|no_proxy|NO_COLOR|FORCE_COLOR)$/i;

const ADDRESSES = [
  'HOST',
  'API_URL',
  'ADMIN_URL',
  'CONTENT_URL',
  'API_PORT',
  'ADMIN_PORT',
  'CONTENT_PORT',
  'LOG_LEVEL',
];
const BUCKET = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_FORCE_PATH_STYLE'];
const OBJECTS = [
  ...BUCKET,
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'STELE_UPLOAD_KEY',
  'STELE_DATA_DIR',
  'STELE_DISK_RESERVE',
];

/** The settings of each part: no other one gets to know a secret. */
const VARIABLES: Readonly<Record<Part, RegExp | readonly string[]>> = {
  content: [...ADDRESSES, ...OBJECTS, 'STELE_OPERATOR_SECRET'],
  admin: [...ADDRESSES, ...BUCKET, 'STELE_PROXY_SECRET', 'STELE_TRUST_PROXY'],
  // All settings of Stele but for backups, and those that its clients of databases and mail read by themselves.
  api: /^(?:STELE_(?!BACKUP_)|S3_|(?:API|ADMIN|CONTENT)_(?:PORT|URL)$|HOST$|LOG_LEVEL$|DATABASE_URL$|PG|REDIS_URL$|UPSTASH_|SMTP_URL$|MAIL_FROM$|OTEL_)/,
};

/** The variables of an environment that one part of an instance gets. */
export function variablesOf(part: Part, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = VARIABLES[part];
  const isOwn = (name: string): boolean => (own instanceof RegExp ? own.test(name) : own.includes(name));
  return Object.fromEntries(Object.entries(env).filter(([name]) => SYSTEM.test(name) || isOwn(name)));
}
