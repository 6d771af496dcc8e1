/** A path in one form: encoded, with single slashes and none at its end. All writings of an address have the same one. */
export function plainPath(path: string): string {
  const parts = path
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((part) => part !== '');
  return `/${parts.map((part) => encodeURIComponent(decoded(part)).replaceAll('%40', '@')).join('/')}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
