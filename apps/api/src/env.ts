import path from 'node:path';
import {
  DEFAULT_RETENTION,
  isLocalHost,
  type MailSettings,
  parseEncryptionKeys,
  parseLimits,
  parseOperatorOnly,
  parseQuotas,
  parseSingleSignOn,
  type RedisSettings,
  type SeedKind,
} from '@stele/core';
import { parseByteCount } from '@stele/storage';
import { z } from 'zod';

const DAY_MS = 24 * 60 * 60 * 1000;
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));
/** Browsers and sign-ins name paths from the root of the host. */
const root = url.refine(
  (text) => new URL(text).href === `${new URL(text).origin}/`,
  'must be the root of a host, such as https://cms.example.org, without a path: nothing is served below one',
);
const base = url.refine(
  (text) => !/[?#]|\/\/[^/]*@/.test(text),
  'must be an address without a user, a query or a fragment, such as https://content.example.org',
);
const port = z.coerce.number().int().min(0).max(65_535);
const secret = z.string().min(32, 'must have at least 32 characters');
const byteCount = z.string().transform((text, issues) => {
  const bytes = parseByteCount(text);
  if (bytes === null) issues.addIssue('must be a whole number of bytes, or of KB, MB, GB or TB: 50GB');
  return bytes ?? 0;
});
const encryptionKeys = z.string().superRefine((text, issues) => {
  try {
    parseEncryptionKeys(text);
  } catch (error) {
    issues.addIssue({ code: 'custom', message: (error as Error).message });
  }
});
const flag = z.enum(['0', '1']).transform((value) => value === '1');

/** All settings, with the descriptions of the reference. */
export const settings = z.object({
  API_PORT: port.default(3000).describe('Port of the API.'),
  ADMIN_PORT: port.default(3001).describe('Port of the admin.'),
  CONTENT_PORT: port.default(3002).describe('Port of the content host.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on.'),
  API_URL: root
    .optional()
    .describe(
      'Public URL of the API, without a path; the default is `http://localhost:PORT`. With https, browsers are told to use only https.',
    ),
  ADMIN_URL: root.optional().describe('Public URL of the admin, without a path.'),
  CONTENT_URL: base
    .optional()
    .describe('Public URL of the content host. Below a path, a proxy has to take the path away.'),
  STELE_DATA_DIR: z
    .string()
    .min(1)
    .default('.stele')
    .describe('Data folder: embedded database, objects, generated secrets.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('URL of a PostgreSQL server. The default is an embedded database.'),
  STELE_AUTH_SECRET: secret
    .optional()
    .describe(
      'Signs sessions; at least 32 characters. By default, it is created in the data folder; required with `DATABASE_URL`.',
    ),
  STELE_ENCRYPTION_KEYS: encryptionKeys
    .optional()
    .describe(
      '[Encrypt secrets in the database](../operating.md#encryption-keys): `NAME:KEY`, the newest first. By default, created in the data folder; required with `DATABASE_URL`.',
    ),
  STELE_ALLOW_PRIVATE_TARGETS: flag
    .optional()
    .describe(
      '`1` lets the API send requests to its own machine and to private networks, for platforms and websites inside of them. The owner of any project can then make it send requests to all of them.',
    ),
  STELE_SETUP_TOKEN: z
    .string()
    .min(12, 'must have at least 12 characters')
    .optional()
    .describe('The code to create the first owner. By default, one is printed at start.'),
  STELE_SEED: z
    .enum(['0', '1', 'empty'])
    .optional()
    .describe(
      '`1` creates the demo project in a new instance, `empty` a project without schema and content, `0` none. `1` is the default where everything is embedded, and `HOST` and all addresses are of this machine.',
    ),
  STELE_PROXY_SECRET: secret
    .optional()
    .describe(
      'At least 32 characters, the same for API and admin. It signs the addresses of clients that the admin sends to the API. Without it, all clients of the admin count as one. `npm start` creates one.',
    ),
  STELE_OPERATOR_SECRET: secret
    .optional()
    .describe(
      'Opens `GET /metrics` (Prometheus) and `POST /internal/jobs/run` to requests that carry it as a Bearer token; at least 32 characters. Without it, these routes do not exist.',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url
    .optional()
    .describe(
      'Where to send traces: a receiver of OpenTelemetry, by OTLP over HTTP. [Its packages](../operating.md#traces) have to be installed. The other settings of OpenTelemetry count too.',
    ),
  STELE_TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'How many of your own proxies are in front of API and admin. Each appends the address of its client to `X-Forwarded-For`; only this many entries, from the end, are trusted.',
    ),
  STELE_LIMITS: z
    .string()
    .optional()
    .describe(
      "Other [limits](limits.md): `entry.publish=600,entry.import=100000`, units in the limit's own window; or `off`, for development: none but those on guesses of passwords and codes.",
    ),
  STELE_SNAPSHOT_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .default(30)
    .describe('How long snapshots are kept after they were last live, in days.'),
  STELE_SNAPSHOT_COUNT: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(100)
    .describe('How many of the newest snapshots are always kept.'),
  STELE_JOBS: flag
    .optional()
    .describe(
      '`0` for a process that only answers requests and leaves background work to others; at least one process must do it. The default is `1`.',
    ),
  STELE_STORAGE_LIMIT: byteCount
    .optional()
    .describe('Storage limit of each project, in bytes, or as `50GB`. The default is no limit.'),
  STELE_QUOTAS: z
    .string()
    .optional()
    .describe(
      '[Quotas](../operating.md#quotas) of each project, and of each person: `entries=10000,people=20,projects=5`. The default is 100 projects, and none of the others.',
    ),
  STELE_OPERATOR_ONLY: z
    .string()
    .optional()
    .describe(
      'What only the [operator](../operating.md#who-may-come-in) may do: `projects` (make one), `invitations` (let in someone without an account), `groups` (give roles to groups of a provider), or several. The default is nothing.',
    ),
  STELE_TOKEN_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(36_500)
    .optional()
    .describe(
      'How many days new [project tokens](../security.md#tokens-of-projects) live at most. The default is no bound. Tokens that exist stay as they are.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      '[Mail](../operating.md#mail) for forgotten passwords and unread inboxes: `smtps://user:password@mail.example.org`. Needs `MAIL_FROM`.',
    ),
  MAIL_FROM: z
    .string()
    .min(3)
    .optional()
    .describe('The sender of mail: `Stele <stele@example.org>`. Needs `SMTP_URL`.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('URL of the Redis server that counts rate limits. Without this or Upstash, they are counted in memory.'),
  UPSTASH_REDIS_REST_URL: url.optional().describe('URL of an Upstash database for the same.'),
  UPSTASH_REDIS_REST_TOKEN: z.string().min(1).optional().describe('The token of the Upstash database.'),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('The level of the log.'),
});

/** The API's settings. A missing optional one is null. */
export type Environment = ReturnType<typeof readEnvironment>;

/**
 * Reads the settings, once, at start.
 *
 * @throws Error with a sentence for each wrong setting
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(
      (issue) => `The setting ${issue.path.join('.')} is wrong: ${issue.message}.`,
    );
    throw new Error(sentences.join('\n'));
  }
  const values = parsed.data;
  const embedded = values.DATABASE_URL === undefined;
  if (!embedded && values.STELE_AUTH_SECRET === undefined) {
    throw new Error(
      'The setting STELE_AUTH_SECRET must be given with DATABASE_URL: 32 characters or more, the same for each API process.',
    );
  }
  if (!embedded && values.STELE_ENCRYPTION_KEYS === undefined) {
    throw new Error(
      'The setting STELE_ENCRYPTION_KEYS must be given with DATABASE_URL: NAME:KEY, the key 32 random bytes as base64, the same for each API process.',
    );
  }
  const urls = {
    apiUrl: values.API_URL ?? `http://localhost:${values.API_PORT}`,
    adminUrl: values.ADMIN_URL ?? `http://localhost:${values.ADMIN_PORT}`,
    contentUrl: values.CONTENT_URL ?? `http://localhost:${values.CONTENT_PORT}`,
  };
  // A proxy may lead from the internet to an instance that listens on loopback.
  const hosts = [values.HOST.replace('::1', '[::1]'), ...Object.values(urls).map((text) => new URL(text).hostname)];
  const isDemo = embedded && hosts.every(isLocalHost) && values.STELE_SETUP_TOKEN === undefined;
  return {
    port: values.API_PORT,
    host: values.HOST,
    ...urls,
    dataDirectory: path.resolve(values.STELE_DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    authSecret: values.STELE_AUTH_SECRET ?? null,
    encryptionKeys: values.STELE_ENCRYPTION_KEYS ?? null,
    allowsPrivateTargets: values.STELE_ALLOW_PRIVATE_TARGETS ?? false,
    setupToken: values.STELE_SETUP_TOKEN,
    seed: seedKind(values.STELE_SEED ?? (isDemo ? '1' : '0')),
    proxySecret: values.STELE_PROXY_SECRET ?? null,
    operatorSecret: values.STELE_OPERATOR_SECRET ?? null,
    tracing:
      values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, service: 'stele-api' },
    trustedProxies: values.STELE_TRUST_PROXY,
    limits: parseLimits(values.STELE_LIMITS),
    runsJobs: values.STELE_JOBS ?? true,
    retention: {
      ...DEFAULT_RETENTION,
      keepMs: values.STELE_SNAPSHOT_DAYS * DAY_MS,
      keepLast: values.STELE_SNAPSHOT_COUNT,
    },
    quotas: parseQuotas(values.STELE_QUOTAS),
    operatorOnly: parseOperatorOnly(values.STELE_OPERATOR_ONLY),
    tokenDays: values.STELE_TOKEN_DAYS ?? null,
    storageLimit: values.STELE_STORAGE_LIMIT ?? null,
    redis: redisSettings(values),
    mail: mailSettings(values),
    singleSignOn: parseSingleSignOn(given),
    logLevel: values.LOG_LEVEL,
  };
}

function seedKind(setting: '0' | '1' | 'empty'): SeedKind | null {
  if (setting === 'empty') return 'empty';
  return setting === '1' ? 'demo' : null;
}

function redisSettings(values: z.infer<typeof settings>): RedisSettings | null {
  const { REDIS_URL, UPSTASH_REDIS_REST_URL: restUrl, UPSTASH_REDIS_REST_TOKEN: token } = values;
  if ((restUrl === undefined) !== (token === undefined)) {
    throw new Error('The settings UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN go together: give both or none.');
  }
  if (restUrl !== undefined && token !== undefined) return { kind: 'upstash', url: restUrl, token };
  return REDIS_URL === undefined ? null : { kind: 'redis', url: REDIS_URL };
}

function mailSettings({ SMTP_URL, MAIL_FROM }: z.infer<typeof settings>): MailSettings | null {
  if ((SMTP_URL === undefined) !== (MAIL_FROM === undefined)) {
    throw new Error('The settings SMTP_URL and MAIL_FROM go together: give both or none.');
  }
  return SMTP_URL !== undefined && MAIL_FROM !== undefined ? { smtpUrl: SMTP_URL, from: MAIL_FROM } : null;
}
