/** The type that says nothing about a file, so that its bytes decide. */
const ANY = 'application/octet-stream';
/** Types that servers often get wrong, and that bytes reveal. */
const KNOWN_BY_BYTES = /^(image|audio|video|font)\/|^application\/(pdf|zip|gzip)$/;
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;

/**
 * The declared type of a fetched file, by the answer's Content-Type. For texts it's kept; for other files the bytes decide.
 */
export function declaredType(contentType: string | undefined): string {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return MEDIA_TYPE.test(type) && type.length <= 127 && !KNOWN_BY_BYTES.test(type) ? type : ANY;
}
