import { resolve } from 'node:path';
import { type StorageSettings, StorageSettingsError, storageSettingsFromEnv } from '@stele/storage';
import { z } from 'zod';

/** The settings of the content host. */
export interface ContentSettings {
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** Public URL of this host. Upload URLs begin with it. */
  contentUrl: string;
  logLevel: LogLevel;
  /** Opens /metrics; without it, there is none. */
  operatorSecret: string | null;
  storage: StorageSettings;
}

/** A setting is missing or wrong. The message is a sentence that names the variable. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const DEFAULT_PORT = 3002;

/** Messages continue a sentence that begins with the name of the variable. */
const environment = z.object({
  CONTENT_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port from 0 to 65535')
    .default(DEFAULT_PORT),
  HOST: z.string().default('127.0.0.1'),
  CONTENT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL, such as https://content.example.com' })
    .refine((text) => !/[?#]|\/\/[^/]*@/.test(text), 'must be an address without a user, a query or a fragment')
    .optional(),
  STELE_DATA_DIR: z.string().default('.stele'),
  STELE_OPERATOR_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

/**
 * Reads CONTENT_PORT, HOST, CONTENT_URL, STELE_DATA_DIR, STELE_UPLOAD_KEY, STELE_OPERATOR_SECRET, LOG_LEVEL and the S3_* variables.
 * Empty ones count as not set. Without a bucket, creates the upload key in the data folder if it's missing.
 *
 * @throws SettingsError
 */
export async function settingsFromEnv(env: Readonly<Record<string, string | undefined>>): Promise<ContentSettings> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join(' '));
  }
  const { CONTENT_PORT: port, HOST: host, CONTENT_URL, STELE_DATA_DIR, LOG_LEVEL: logLevel } = parsed.data;
  const operatorSecret = parsed.data.STELE_OPERATOR_SECRET ?? null;
  const contentUrl = CONTENT_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const defaults = { dataDirectory: resolve(STELE_DATA_DIR), publicUrl: contentUrl };
  try {
    return { host, port, contentUrl, logLevel, operatorSecret, storage: await storageSettingsFromEnv(env, defaults) };
  } catch (error) {
    if (error instanceof StorageSettingsError) throw new SettingsError(error.message, { cause: error });
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`STELE_DATA_DIR is ${STELE_DATA_DIR}, which can't be used: ${reason}.`, { cause: error });
  }
}
