/** Longest address of a link, in UTF-16 units. */
const MAX_HREF = 2048;

const ASSET = /^asset:(ast_[0-9a-z]{1,60})$/;

const FORBIDDEN = [
  // Browsers drop some control characters before they read an address: "java\nscript:" would become a script.
  /\p{Cc}/u,
  // Browsers drop spaces around an address.
  /^\s|\s$/,
];

const ALLOWED = [
  /^https?:\/\/[^\s/?#\\]/i,
  /^mailto:\S/i,
  /^tel:[+\d(]/i,
  // A path of the same site; "//" and "/\" would begin another site's name.
  /^\/(?![/\\])/,
  /^#/,
  // The file of an asset: its address when it's published.
  ASSET,
];

/** The asset that a link leads to; null when it leads somewhere else. */
export function assetOfHref(href: unknown): string | null {
  return typeof href === 'string' ? (ASSET.exec(href)?.[1] ?? null) : null;
}

/**
 * Whether a link may lead to an address: http, https, mailto, tel, a path that begins with one slash, a #fragment, or asset:ID.
 * Everything else is refused, so that no address can run a script or leave the schemes by a browser's leniency.
 */
export function isRichtextHref(href: string): boolean {
  return (
    href.length <= MAX_HREF &&
    !FORBIDDEN.some((pattern) => pattern.test(href)) &&
    ALLOWED.some((pattern) => pattern.test(href))
  );
}
