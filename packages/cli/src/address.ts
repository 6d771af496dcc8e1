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

/** Whether an address is one of this machine. */
export function isLocal(url: string): boolean {
  return URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/**
 * The address of an API in the one way that it's kept and compared.
 *
 * @throws UserError when it's missing or no address
 */
export function cleanUrl(url: string | undefined): string {
  if (!url) {
    throw new NoAddress(
      'Give the address of the API: "npx stele login", or --url, or the variable STELE_URL, or --instance PATH/instance.json.',
    );
  }
  const address = normalized(url);
  if (address !== null) return address;
  throw new UserError(`${JSON.stringify(url)} is not a valid address. It begins with http:// or https://.`);
}

function normalized(text: unknown): string | null {
  if (typeof text !== 'string' || !/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return null;
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, '').replace(/\/v1$/, '');
}
