import type { SchemaDocument } from '../document.ts';
import { isRecord } from '../own-value.ts';

/** A site whose pages can be embedded, as it says by oEmbed (https://oembed.com) what they are. */
export interface EmbedProvider {
  /** The word by which documents name it, such as `codepen`. */
  readonly name: string;
  /** Addresses of its pages, such as `https://codepen.io/*`. */
  readonly match: readonly string[];
  /** Where the server asks about an address, such as `https://codepen.io/api/oembed`. */
  readonly endpoint: string;
}

/** The page of an address, and whose it is. */
export interface EmbeddedPage {
  readonly provider: EmbedProvider;
  readonly url: string;
}

/** The longest address of a page. */
const MAX_ADDRESS = 2048;
/** How a provider is named in documents. */
export const EMBED_NAME = /^[a-z][a-z0-9_-]{0,31}$/;
const HOST = '(?:[a-z0-9-]+\\.)+[a-z0-9-]+(?::\\d{1,5})?';
/** Addresses that a provider's pages have. A star in them is any text; as the beginning of a host, it is any name before it. */
export const EMBED_MATCH = new RegExp(`^https://(?:\\*\\.)?${HOST}/[^\\s#]*$`);
/** The address of a provider's endpoint. */
export const EMBED_ENDPOINT = new RegExp(`^https://${HOST}/[^\\s#]*$`);

/** Whether a value is a whole address that begins with https. */
export function isSecureUrl(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS || !/^https:\/\/\S+$/.test(value)) return false;
  if (!URL.canParse(value)) return false;
  const { username, password, href } = new URL(value);
  return username === '' && password === '' && href === value;
}

/** The page that an address leads to, of the first provider that has it; null for any other address. Nothing is asked for. */
export function embeddedPage(address: string, providers: readonly EmbedProvider[]): EmbeddedPage | null {
  if (!/^https:\/\/\S+$/i.test(address) || !URL.canParse(address)) return null;
  const { href: url } = new URL(address);
  if (!isSecureUrl(url)) return null;
  const provider = providers.find(({ match }) => match.some((pattern) => isMatch(url, pattern)));
  return provider ? { provider, url } : null;
}

/** Whether an address in its usual form has the form of a pattern. Takes time in proportion to both. */
function isMatch(url: string, pattern: string): boolean {
  const { host, pathname, search } = new URL(url);
  const [, wanted = '', path = ''] = /^https:\/\/([^/]+)(\/.*)$/.exec(pattern) ?? [];
  const isHost = wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
  if (!isHost) return false;
  const [first = '', ...others] = path.split('*');
  const rest = pathname + search;
  const last = others.pop();
  if (last === undefined) return rest === first;
  if (!rest.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = rest.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return rest.length - last.length >= at && rest.endsWith(last);
}

/** All providers that the rich text of a schema names, wherever it stands. */
export function embedProvidersOf(schema: SchemaDocument | null): readonly EmbedProvider[] {
  const found: EmbedProvider[] = [];
  const left: unknown[] = [schema];
  while (left.length > 0) {
    const one = left.pop();
    if (Array.isArray(one)) left.push(...one.toReversed());
    else if (isRecord(one)) {
      if (one.type === 'richtext' && Array.isArray(one.embeds)) found.push(...(one.embeds as EmbedProvider[]));
      else
        left.push(
          ...Object.entries(one)
            .flatMap(([key, value]) => (key === 'default' ? [] : [value]))
            .toReversed(),
        );
    }
  }
  return found;
}
