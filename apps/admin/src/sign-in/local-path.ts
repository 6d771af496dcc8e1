/** Stands for this site's own address, whatever that is: nothing leads there but what stays on the site. */
const HERE = 'http://here.invalid';

/** A path of this site that may be gone to after signing in: whatever leads elsewhere becomes the start. */
export function localPath(wanted: string | null): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, HERE);
  // A path that begins with two slashes names a host when it's read once more.
  if (origin !== HERE || pathname.startsWith('//')) return '/';
  return `${pathname}${search}${hash}`;
}
