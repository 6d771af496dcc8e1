import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type ObjectStorage, openStorage, type StorageSettings, storageSettingsFromEnv } from '@stele/storage';

/** The folder driver signs uploads, which no place of backups has. */
const UNUSED = 'x'.repeat(32);
const OWNER_ONLY = 0o700;
/** Settings of a place's bucket win over those of the instance. */
const OWN = 'STELE_BACKUP_';

/**
 * The storage of a place of backups: a folder, or `s3://BUCKET/PREFIX`. The bucket is reached with the settings S3_ENDPOINT,
 * S3_REGION and so on of the instance, or with those that have STELE_BACKUP_ before their names.
 *
 * @param create whether a folder that isn't there is made, for its owner only: it holds password hashes, and drafts
 * @throws StorageSettingsError with a sentence that names what is wrong
 */
export async function openBackupStorage(
  place: string,
  env: NodeJS.ProcessEnv,
  { create }: { readonly create: boolean },
): Promise<ObjectStorage> {
  if (!place.startsWith('s3://')) {
    const folders = [place, path.join(place, 'data'), path.join(place, 'tmp')];
    if (create) for (const folder of folders) await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
    else if (!existsSync(path.join(place, 'data'))) throw new Error(`There are no backups in ${place}.`);
  }
  return openStorage(await settingsOf(place, env));
}

async function settingsOf(place: string, env: NodeJS.ProcessEnv): Promise<StorageSettings> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(place) ?? [];
  if (bucket === undefined) {
    return { driver: 'disk', directory: path.resolve(place), publicUrl: 'http://localhost', signingKey: UNUSED };
  }
  const own = Object.entries(env).filter(([name]) => name.startsWith(`${OWN}S3_`));
  const settings = {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('S3_'))),
    ...Object.fromEntries(own.map(([name, value]) => [name.slice(OWN.length), value])),
    S3_BUCKET: bucket,
  };
  const found = await storageSettingsFromEnv(settings, { dataDirectory: '', publicUrl: '' });
  return prefix === '' || found.driver === 'disk'
    ? found
    : { ...found, prefix: prefix.endsWith('/') ? prefix : `${prefix}/` };
}
