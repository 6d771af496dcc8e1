/**
 * The address of pages whose routes are files: `/blog/{slug}` of `blog/[...slug]`.
 *
 * @param slug key of the field that is in the address
 * @returns null when more than that changes from page to page
 */
export function addressOfRoute(route: string, slug: string): string | null {
  // Next.js leaves out groups.
  const parts = route.split('/').filter((part) => !/^\([\w-]+\)$/.test(part));
  const last = parts.pop() ?? '';
  if (!/^\[(?:\.\.\.)?\w+\]$/.test(last) || parts.some((part) => !/^[\w-]+$/.test(part))) return null;
  return `/${[...parts, `{${slug}}`].join('/')}`;
}

/** A config as `init` writes it, whose first collection says where its pages are. */
export function withPreview(config: string, address: string): string {
  return config.replace(/^ {2}fields: /m, (fields) => `  preview: '${address}',\n${fields}`);
}

/** The same config without that. */
export function withoutPreview(config: string): string {
  return config.replace(/^ {2}preview: '.*',\n/m, '');
}
