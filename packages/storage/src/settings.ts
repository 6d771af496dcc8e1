import { join } from 'node:path';
import { StorageSettingsError } from './errors.ts';
import { assertUploadKey, loadUploadKey } from './upload-key.ts';

export interface DiskSettings {
  driver: 'disk';
  /** A folder for this driver only, on a local file system. Created when missing. */
  directory: string;
  /** URL of the content host, which accepts the signed uploads. */
  publicUrl: string;
  /** Secret of the upload URLs, at least 32 characters; see `loadUploadKey`. */
  signingKey: string;
  /** With less free disk space than this, in bytes, nothing is stored; by default 0. */
  reserveBytes?: number;
}

export interface S3Settings {
  driver: 's3';
  /** By default Amazon's own, by region. */
  endpoint?: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is in the path instead of the host name, as most services other than Amazon's need. */
  forcePathStyle: boolean;
  /** The beginning of every key, for a bucket that is shared with other programs. */
  prefix?: string;
}

export type StorageSettings = DiskSettings | S3Settings;

/** Settings of the disk driver, when the environment has no bucket. */
export interface DiskDefaults {
  /** The data folder. Objects go into its folder `objects`, the upload key into its file `upload.key`. */
  dataDirectory: string;
  /** URL of the content host. */
  publicUrl: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const S3_SETTINGS = {
  S3_ENDPOINT: "URL of the S3 API, for services other than Amazon's. It must support conditional writes.",
  S3_REGION: 'Region of the bucket. Required without `S3_ENDPOINT`; with it, the default is `us-east-1`.',
  S3_BUCKET: 'The bucket for objects. Without any `S3_*` setting, objects are stored on disk.',
  S3_ACCESS_KEY_ID: 'Access key for the bucket.',
  S3_SECRET_ACCESS_KEY: 'Secret of the access key.',
  S3_FORCE_PATH_STYLE:
    'Whether the bucket is part of the path instead of the host name. With `S3_ENDPOINT`, the default is `true`.',
} as const;
const S3_VARIABLES = Object.keys(S3_SETTINGS) as readonly (keyof typeof S3_SETTINGS)[];

/** Every setting of storage, with its purpose: the reference is written from this list. */
export const STORAGE_SETTINGS = {
  ...S3_SETTINGS,
  STELE_UPLOAD_KEY:
    'Signs uploads if objects are on disk; at least 32 characters, the same for API and content host. By default, it is created in the data folder.',
  STELE_DISK_RESERVE:
    'How much of the disk with the data folder stays free, in bytes, or as `1GB`; the default is `256MB`. With less free space, the embedded database and the storage on disk are read-only.',
} as const;

const DEFAULT_RESERVE_BYTES = 256e6;
const UNITS: Readonly<Record<string, number>> = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Parses a number of bytes such as `50GB`; null when it isn't one. */
export function parseByteCount(text: string): number | null {
  const [, digits, unit = ''] = /^([1-9][0-9]{0,15})(KB|MB|GB|TB)?$/.exec(text) ?? [];
  const bytes = Number(digits) * (UNITS[unit] ?? 1);
  return Number.isSafeInteger(bytes) ? bytes : null;
}

/** How many bytes of the disk stay free, from STELE_DISK_RESERVE. @throws StorageSettingsError */
export function diskReserveFromEnv(env: Environment): number {
  const given = read(env, 'STELE_DISK_RESERVE');
  const bytes = given === undefined ? DEFAULT_RESERVE_BYTES : parseByteCount(given);
  if (bytes === null) throw new StorageSettingsError('STELE_DISK_RESERVE must be a number of bytes, such as 256MB.');
  return bytes;
}

/**
 * Reads where objects are stored: in the bucket of the S3_* variables if any of them is set, else on disk. On disk, the key of
 * signed uploads is STELE_UPLOAD_KEY, or else the one in the data folder.
 *
 * @throws StorageSettingsError with a sentence that names the variable
 */
export async function storageSettingsFromEnv(env: Environment, defaults: DiskDefaults): Promise<StorageSettings> {
  const present = S3_VARIABLES.filter((name) => read(env, name) !== undefined);
  if (present.length > 0) return s3Settings(env, present);

  const uploadKey = read(env, 'STELE_UPLOAD_KEY');
  if (uploadKey !== undefined) assertUploadKey(uploadKey, 'STELE_UPLOAD_KEY');
  return {
    driver: 'disk',
    directory: join(defaults.dataDirectory, 'objects'),
    publicUrl: defaults.publicUrl,
    signingKey: uploadKey ?? (await loadUploadKey(defaults.dataDirectory)),
    reserveBytes: diskReserveFromEnv(env),
  };
}

function s3Settings(env: Environment, present: readonly string[]): S3Settings {
  const required = (name: string): string => {
    const value = read(env, name);
    if (value === undefined) {
      throw new StorageSettingsError(
        `${name} must be set when ${present.join(', ')} ${present.length > 1 ? 'are' : 'is'}.`,
      );
    }
    return value;
  };
  const bucket = required('S3_BUCKET');
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(bucket)) {
    throw new StorageSettingsError(`S3_BUCKET is ${JSON.stringify(bucket)}, which isn't a valid name of a bucket.`);
  }
  const accessKeyId = required('S3_ACCESS_KEY_ID');
  const secretAccessKey = required('S3_SECRET_ACCESS_KEY');
  const endpoint = read(env, 'S3_ENDPOINT');
  if (endpoint !== undefined) assertEndpoint(endpoint);
  // Services with their own URL ignore the region, but it's part of every signature.
  const region = endpoint === undefined ? required('S3_REGION') : (read(env, 'S3_REGION') ?? 'us-east-1');
  return {
    driver: 's3',
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: flag(env, 'S3_FORCE_PATH_STYLE', endpoint !== undefined),
  };
}

function assertEndpoint(endpoint: string): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.username !== '') {
    throw new StorageSettingsError(
      `S3_ENDPOINT must be an http or https URL without query or user, such as https://s3.example.com.`,
    );
  }
}

function flag(env: Environment, name: string, fallback: boolean): boolean {
  const value = read(env, name)?.toLowerCase();
  if (value === undefined) return fallback;
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw new StorageSettingsError(`${name} must be true or false.`);
}

/** An empty variable counts as not set, since many tools set it to nothing. */
function read(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}
