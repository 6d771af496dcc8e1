/** The page may do what websites do, but not take the editor's place. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads';

/** The address of the page that frames of a website are put into. Its policy lets it show frames of no other. */
export function frameOf(origin: string): string {
  return `/preview-frame?site=${encodeURIComponent(origin)}`;
}

/** The document of such a page; null while it isn't loaded. */
export function insideOf(frame: HTMLIFrameElement | null): Document | null {
  const inside = frame?.contentDocument;
  return inside?.body && inside.location.pathname === '/preview-frame' ? inside : null;
}

/** Puts a page of the website into it. */
export function addSiteFrame(inside: Document, { title, url }: { title: string; url: string }): HTMLIFrameElement {
  const page = inside.createElement('iframe');
  page.setAttribute('sandbox', SANDBOX);
  page.title = title;
  page.src = url;
  inside.body.append(page);
  return page;
}
