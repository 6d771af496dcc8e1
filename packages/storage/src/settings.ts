import { join } from 'node:path';
import { StorageSettingsError } from './errors.ts';
import { assertUploadKey, loadUploadKey } from './upload-key.ts';

export interface DiskSettings {
  driver: 'disk';
  /** A folder of this driver's own, on a local file system. Made when missing. */
  directory: string;
  /** Address of the content host, which takes the signed uploads. */
  publicUrl: string;
  /** Secret of the upload URLs, at least 32 characters; see `loadUploadKey`. */
  signingKey: string;
  /** Bytes of the disk that stay free: below, nothing more is stored. None unless given. */
  reserveBytes?: number;
}

export interface S3Settings {
  driver: 's3';
  /** Absent: Amazon's own, by region. */
  endpoint?: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket in the path instead of in the host name, as most services other than Amazon's need it. */
  forcePathStyle: boolean;
  /** Put in front of every key, for a bucket that is shared with something else. */
  prefix?: string;
}

export type StorageSettings = DiskSettings | S3Settings;

/** What the disk driver takes when the environment names no bucket. */
export interface DiskDefaults {
  /** The folder that holds everything embedded; objects go into its `objects`, the upload key is its `upload.key`. */
  dataDirectory: string;
  /** Address of the content host. */
  publicUrl: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const S3_SETTINGS = {
  S3_ENDPOINT: "Address of the S3 API, for services other than Amazon's. It must support conditional writes.",
  S3_REGION: 'Region of the bucket; required without `S3_ENDPOINT`, else `us-east-1` unless given.',
  S3_BUCKET: 'The bucket. With it, objects are kept there; without any `S3_*` setting, on disk.',
  S3_ACCESS_KEY_ID: 'Access key for the bucket.',
  S3_SECRET_ACCESS_KEY: 'Secret of the access key.',
  S3_FORCE_PATH_STYLE:
    'Whether the bucket is part of the path instead of the host name; `true` with `S3_ENDPOINT` unless given.',
} as const;
const S3_VARIABLES = Object.keys(S3_SETTINGS) as readonly (keyof typeof S3_SETTINGS)[];

/** Every setting of storage, with what it is for: the reference is written from it. */
export const STORAGE_SETTINGS = {
  ...S3_SETTINGS,
  STELE_UPLOAD_KEY:
    'Signs uploads where objects are on disk; at least 32 characters, the same for API and content host. Made in the data folder unless given.',
  STELE_DISK_RESERVE:
    'How much of the disk with the data folder stays free, in bytes, or as `1GB`; `256MB` unless given. Below, the embedded database and the storage on disk are read-only.',
} as const;

const DEFAULT_RESERVE_BYTES = 256e6;
const UNITS: Readonly<Record<string, number>> = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** A number of bytes from text such as `50GB`; null when it isn't one. */
export function parseByteCount(text: string): number | null {
  const [, digits, unit = ''] = /^([1-9][0-9]{0,15})(KB|MB|GB|TB)?$/.exec(text) ?? [];
  const bytes = Number(digits) * (UNITS[unit] ?? 1);
  return Number.isSafeInteger(bytes) ? bytes : null;
}

/** How many bytes of the disk stay free, by STELE_DISK_RESERVE. @throws StorageSettingsError */
export function diskReserveFromEnv(env: Environment): number {
  const given = read(env, 'STELE_DISK_RESERVE');
  const bytes = given === undefined ? DEFAULT_RESERVE_BYTES : parseByteCount(given);
  if (bytes === null) throw new StorageSettingsError('STELE_DISK_RESERVE must be a number of bytes, such as 256MB.');
  return bytes;
}

/**
 * Reads where objects are kept: in the bucket that the S3_* variables describe when any of them is set, else on disk.
 * On disk, the key of signed uploads is STELE_UPLOAD_KEY, or else the one kept in the data folder.
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
    throw new StorageSettingsError(`S3_BUCKET is ${JSON.stringify(bucket)}, which isn't a bucket's name.`);
  }
  const accessKeyId = required('S3_ACCESS_KEY_ID');
  const secretAccessKey = required('S3_SECRET_ACCESS_KEY');
  const endpoint = read(env, 'S3_ENDPOINT');
  if (endpoint !== undefined) assertEndpoint(endpoint);
  // Services with an address of their own ignore the region, yet it's part of every signature.
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
      `S3_ENDPOINT must be an http or https address without query or user, such as https://s3.example.com.`,
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

/** An empty variable counts as not set, since many tools write it so. */
function read(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}
