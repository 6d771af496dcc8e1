const WRAPPER = '[id^="docs-internal-guid-"]';

/** Removes the wrapper that Google Docs puts around copied text, and its redirects from links. */
export function cleanGoogleDocs(body: HTMLElement): void {
  for (const wrapper of body.querySelectorAll(WRAPPER)) wrapper.replaceWith(...wrapper.childNodes);
  for (const end of body.querySelectorAll('br.Apple-interchange-newline')) end.remove();
  for (const link of body.querySelectorAll('a[href]')) {
    const to = destinationOf(link.getAttribute('href') ?? '');
    if (to) link.setAttribute('href', to);
  }
}

/** Where a link of Google's that counts clicks leads to; null for any other. */
function destinationOf(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const { hostname, pathname, searchParams } = new URL(href);
  return /^(?:www\.)?google\.[a-z.]+$/.test(hostname) && pathname === '/url' ? searchParams.get('q') : null;
}
