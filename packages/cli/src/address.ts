import { UserError } from './errors.ts';

/** Nothing says where the API is. */
export class NoAddress extends UserError {
  override readonly name = 'NoAddress';
}

/** Whether a text is an address that `fetch` and a browser can be given. */
export function isAddress(text: string | undefined): text is string {
  return text !== undefined && normalized(text) !== null;
}

/** Whether two texts name the same API; false when one is no address. */
export function isSameAddress(one: string | undefined, other: string | undefined): boolean {
  return isAddress(one) && isAddress(other) && normalized(one) === normalized(other);
}

export function isLocal(url: string): boolean {
  return URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/**
 * The address of an API in the one way that it's kept and compared.
 *
 * @throws UserError when it's missing, no address, or one with more than a path
 */
export function cleanUrl(url: string | undefined): string {
  if (!url) {
    throw new NoAddress(
      'Give the address of the API: "npx stele login", or --url, or the variable STELE_URL, or --instance PATH/instance.json.',
    );
  }
  const known = parsed(url);
  if (known && !known.hasMore) return known.address;
  if (known) {
    throw new UserError(
      `The address may have a path, but no user, password, query or fragment. Write ${known.address}.`,
    );
  }
  throw new UserError(`${JSON.stringify(url)} is not a valid address. It begins with http:// or https://.`);
}

/** An address in the one way that it's kept and compared; null of a text that is none. */
function normalized(text: unknown): string | null {
  const known = parsed(text);
  return known && !known.hasMore ? known.address : null;
}

/** The part of a web address that counts, and whether the text has more; null of another text. */
function parsed(text: unknown): { readonly address: string; readonly hasMore: boolean } | null {
  if (typeof text !== 'string' || !/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return null;
  const { origin, pathname, username, password, search, hash } = new URL(text);
  const address = `${origin}${pathname}`.replace(/\/+$/, '').replace(/\/v1$/, '');
  return { address, hasMore: `${username}${password}${search}${hash}` !== '' };
}
