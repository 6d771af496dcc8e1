/** Says nothing of what a file is: its bytes tell. */
const ANY = 'application/octet-stream';
/** Servers often call these something else, and their bytes tell what they are. */
const TOLD_BY_BYTES = /^(image|audio|video|font)\/|^application\/(pdf|zip|gzip)$/;
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;

/**
 * What a fetched file is declared as, by the answer's Content-Type: a text is taken for what it's called, all else for
 * what its bytes say.
 */
export function declaredType(contentType: string | undefined): string {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return MEDIA_TYPE.test(type) && type.length <= 127 && !TOLD_BY_BYTES.test(type) ? type : ANY;
}
