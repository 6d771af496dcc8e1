/**
 * The storage keys of assets' files. The content host serves those below `{projectId}/media/`, but neither uploads nor
 * originals.
 */

/** Prefix of the keys of all uploads. */
export const INCOMING = 'incoming/';

/** Prefix of the keys of all uploads to a project. */
export function incomingPrefix(projectId: string): string {
  return `${INCOMING}${projectId}/`;
}

/**
 * The key of one upload.
 *
 * @param uploadName differs for each upload of an asset, so that the URL of an earlier one can't change a later one
 */
export function incomingKey(projectId: string, assetId: string, uploadName: string): string {
  return `${incomingPrefix(projectId)}${assetId}/${uploadName}`;
}

/** Prefix of the keys of all originals of a project. */
export function originalsPrefix(projectId: string): string {
  return `${projectId}/originals/`;
}

/** The key of an original, by the SHA-256 of its bytes. Assets with the same bytes share it. */
export function originalKey(projectId: string, sha256: string): string {
  return `${originalsPrefix(projectId)}${sha256}`;
}

/** Prefix of the keys of all served files of a project's assets. */
export function mediaPrefix(projectId: string): string {
  return `${projectId}/media/`;
}

/** Prefix of the keys of all served files of an asset. */
export function assetMediaPrefix(projectId: string, assetId: string): string {
  return `${mediaPrefix(projectId)}${assetId}/`;
}

/** The key of a served file of an asset. It contains a hash of the file's bytes, so the file never changes. */
export function renditionKey(
  projectId: string,
  assetId: string,
  file: { readonly sha256: string; readonly urlName: string; readonly format: string },
): string {
  return `${assetMediaPrefix(projectId, assetId)}${file.sha256.slice(0, 24)}/${file.urlName}.${file.format}`;
}

const MAX_NAME = 80;

/** A file's name for URLs: letters, digits and single hyphens, without the extension. */
export function urlNameOf(filename: string): string {
  const stem = filename.replace(/\.[^.]*$/, '');
  const name = stem
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replace(/^-+|-+$/g, '');
  return name === '' ? 'file' : name;
}
