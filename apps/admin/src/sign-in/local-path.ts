/** Placeholder for this site's origin: only addresses on the site resolve to it. */
const HERE = 'http://here.invalid';

/** A path with the part after the # of the page: an invitation's secret, which browsers send to no server by themselves. */
export function withFragment(path: string): string {
  const [, fragment] = window.location.hash.split('#');
  return fragment && !path.includes('#') ? `${path}#${fragment}` : path;
}

/** A path of this site to go to after signing in; an address of another site becomes the start page. */
export function localPath(wanted: string | null): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, HERE)) return '/';
  const { origin, pathname, search, hash } = new URL(wanted, HERE);
  // A path that begins with two slashes names a host when it's read once more.
  if (origin !== HERE || pathname.startsWith('//')) return '/';
  return `${pathname}${search}${hash}`;
}
