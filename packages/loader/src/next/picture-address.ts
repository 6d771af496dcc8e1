import { sizesOf, type VariantFilter } from '../images/choose-variant.ts';
import type { PublishedAsset } from '../index.ts';

/** The prefix of a fragment that names the sizes of a picture. */
const MARK = '#stele:';

/** A size that an address names. */
interface NamedSize {
  readonly width: number;
  readonly url: string;
}

/**
 * The address of a picture with its sizes in the fragment: next/image gives a `loader` nothing but the address, in the browser
 * as well, and the names of files follow no rule.
 */
export function addressWithSizes({ url, variants }: PublishedAsset, filter: VariantFilter): string {
  const folder = folderOf(url);
  const sizes = sizesOf(variants, filter).map(({ width, url: file }): [string, string] => [
    String(width),
    file.startsWith(folder) ? file.slice(folder.length) : file,
  ]);
  return sizes.length === 0 ? url : `${url}${MARK}${new URLSearchParams(sizes)}`;
}

/** The sizes that an address names, smallest first, and the address without them. */
export function readAddress(address: string): { readonly url: string; readonly sizes: readonly NamedSize[] } {
  const at = address.indexOf(MARK);
  if (at < 0) return { url: address, sizes: [] };
  const url = address.slice(0, at);
  const [, query = ''] = /(\?.*)$/.exec(url) ?? [];
  const named = [...new URLSearchParams(address.slice(at + MARK.length))];
  const sizes = named.map(([width, file]) => ({
    width: Number(width),
    // A website that holds its pictures has addresses without a host.
    url: file.includes('://') ? file : folderOf(url) + file + query,
  }));
  return { url, sizes };
}

/** The folder of an asset. Each of its files is in a folder of its own there. */
function folderOf(url: string): string {
  return url.split('/').slice(0, -2).join('/').concat('/');
}
