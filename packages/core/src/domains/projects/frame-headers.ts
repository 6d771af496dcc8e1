/** The most characters of a header that are repeated. */
const LONGEST = 300;

/**
 * The header of a page that keeps browsers from showing it in a frame, as it was sent; null when none does. A policy with
 * `frame-ancestors` makes browsers ignore `X-Frame-Options`.
 *
 * @param headers names in lower case, values of repeated ones joined by commas
 * @param origin of the page
 * @param parent the site that shows the frame
 */
export function refusedFrame(headers: Readonly<Record<string, string>>, origin: string, parent: URL): string | null {
  const ancestors = (headers['content-security-policy'] ?? '').split(',').flatMap((policy) => {
    const directives = policy.split(';').map((directive) => directive.trim());
    return directives.find((directive) => /^frame-ancestors(?:\s|$)/i.test(directive)) ?? [];
  });
  if (ancestors.length > 0) {
    const refusing = ancestors.find((directive) => !allows(directive.split(/\s+/).slice(1), origin, parent));
    return refusing === undefined ? null : `Content-Security-Policy: ${refusing}`.slice(0, LONGEST);
  }
  const given = headers['x-frame-options'];
  return given !== undefined && isRefusal(given, origin === parent.origin)
    ? `X-Frame-Options: ${given}`.slice(0, LONGEST)
    : null;
}

function isRefusal(option: string, isSame: boolean): boolean {
  const values = new Set(option.split(',').map((value) => value.trim().toLowerCase()));
  if (values.size > 1) return ['deny', 'sameorigin', 'allowall'].some((value) => values.has(value));
  return values.has('deny') || (values.has('sameorigin') && !isSame);
}

function allows(sources: readonly string[], origin: string, parent: URL): boolean {
  return sources.some((source) => {
    if (source.toLowerCase() === "'self'") return origin === parent.origin;
    if (source === '*') return /^https?:$/.test(parent.protocol);
    const scheme = /^([a-z][a-z0-9+.-]*):$/i.exec(source)?.[1];
    if (scheme !== undefined) return fitsScheme(scheme, parent);
    const [, given, host = '', port] =
      /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^:/]+|\[[^\]]*\])(?::(\d+|\*))?/i.exec(source) ?? [];
    return (
      fitsScheme(given ?? new URL(origin).protocol.slice(0, -1), parent) &&
      fitsHost(host, parent) &&
      fitsPort(port, parent)
    );
  });
}

/** A source of http also allows https. */
function fitsScheme(scheme: string, { protocol }: URL): boolean {
  const wanted = `${scheme.toLowerCase()}:`;
  return wanted === protocol || (wanted === 'http:' && protocol === 'https:');
}

function fitsHost(source: string, { hostname }: URL): boolean {
  const host = source.toLowerCase();
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : host === hostname;
}

function fitsPort(port: string | undefined, parent: URL): boolean {
  return port === '*' || (parent.port === '' ? [undefined, '80', '443'].includes(port) : port === parent.port);
}
