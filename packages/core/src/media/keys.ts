/**
 * Where files of assets lie in storage. The content host serves what lies below `{projectId}/media/`, and neither uploads
 * nor originals.
 */

/** What the keys of all uploads begin with. */
export const INCOMING = 'incoming/';

/** What the keys of all uploads to a project begin with. */
export function incomingPrefix(projectId: string): string {
  return `${INCOMING}${projectId}/`;
}

/**
 * Where the bytes of one upload arrive.
 *
 * @param uploadName tells the uploads of an asset apart, so that the address of an earlier one reaches no later one
 */
export function incomingKey(projectId: string, assetId: string, uploadName: string): string {
  return `${incomingPrefix(projectId)}${assetId}/${uploadName}`;
}

/** What the keys of all originals of a project begin with. */
export function originalsPrefix(projectId: string): string {
  return `${projectId}/originals/`;
}

/** An original, by the SHA-256 of its bytes: all assets that have them share it. */
export function originalKey(projectId: string, sha256: string): string {
  return `${originalsPrefix(projectId)}${sha256}`;
}

/** What the keys of everything begin with that may be seen of a project's assets. */
export function mediaPrefix(projectId: string): string {
  return `${projectId}/media/`;
}

/** The same, of one asset. */
export function assetMediaPrefix(projectId: string, assetId: string): string {
  return `${mediaPrefix(projectId)}${assetId}/`;
}

/** Something that may be seen of an asset. The key holds the digest of its bytes, so it never changes. */
export function renditionKey(
  projectId: string,
  assetId: string,
  file: { readonly sha256: string; readonly urlName: string; readonly format: string },
): string {
  return `${assetMediaPrefix(projectId, assetId)}${file.sha256.slice(0, 24)}/${file.urlName}.${file.format}`;
}

const MAX_NAME = 80;

/** A file's name as it stands in addresses: letters, digits and single hyphens, without its ending. */
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
