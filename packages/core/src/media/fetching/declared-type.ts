/** The type of any file, for which the bytes decide. */
const ANY = 'application/octet-stream';
/** Types that servers often get wrong, and that the bytes reveal. */
const KNOWN_BY_BYTES = /^(image|audio|video|font)\/|^application\/(pdf|zip|gzip)$/;
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;

/**
 * The declared type of a fetched file, from its Content-Type. It's kept for types that bytes can't reveal, such as text.
 */
export function declaredType(contentType: string | undefined): string {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return MEDIA_TYPE.test(type) && type.length <= 127 && !KNOWN_BY_BYTES.test(type) ? type : ANY;
}
