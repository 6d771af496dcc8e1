import type { GuardedClient } from '../../../platform/outgoing/guarded-client.ts';
import { OutgoingRequestError } from '../../../platform/outgoing/outgoing-error.ts';

const TIMEOUT_MS = 10_000;
/** How much of a page is read. The head is at the beginning, and a page can have any size. */
const READ_BYTES = 256 * 1024;
const REDIRECTS = 3;
const SNAPSHOT_ID = /^snap_[0-9a-z]{26}$/;
/** Where a website names its snapshot. */
const WELL_KNOWN = '/.well-known/stele.json';

/** The result of a check of a website: the snapshot that it shows, or why none was found. */
export type SiteCheck = { readonly snapshotId: string } | { readonly snapshotId: null; readonly error: string };

/**
 * Finds out which snapshot a website shows: from a page's `<meta name="stele-snapshot">`, or from /.well-known/stele.json of
 * the same host.
 *
 * @param url of a page, or of the JSON itself
 */
export async function checkSite(client: GuardedClient, url: string): Promise<SiteCheck> {
  try {
    const page = await read(client, url);
    const found = page.status === 200 ? snapshotIn(page.text) : null;
    if (found !== null) return { snapshotId: found };
    const fallback = new URL(WELL_KNOWN, url).href;
    if (fallback === new URL(url).href) return { snapshotId: null, error: problemOf(page.status) };
    const file = await read(client, fallback);
    const named = file.status === 200 ? snapshotIn(file.text) : null;
    if (named !== null) return { snapshotId: named };
    return { snapshotId: null, error: problemOf(page.status) };
  } catch (error) {
    if (!(error instanceof OutgoingRequestError)) throw error;
    return { snapshotId: null, error: error.message };
  }
}

function problemOf(status: number): string {
  if (status !== 200) return `The website answered ${status}.`;
  return `Neither the page nor ${WELL_KNOWN} says which snapshot the website was built from.`;
}

/** The beginning of the response of a URL. */
async function read(client: GuardedClient, url: string): Promise<{ status: number; text: string }> {
  const options = {
    headers: { accept: 'text/html, application/json', 'cache-control': 'no-cache' },
    timeoutMs: TIMEOUT_MS,
    maxBytes: Number.POSITIVE_INFINITY,
    redirects: REDIRECTS,
  };
  return client.stream(url, options, async (body, { status }) => {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of body) {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes >= READ_BYTES) break;
    }
    return { status, text: Buffer.concat(parts).subarray(0, READ_BYTES).toString('utf8') };
  });
}

/** The snapshot that a page or a file names. */
export function snapshotIn(text: string): string | null {
  if (text.trimStart().startsWith('{')) {
    try {
      const { snapshot_id: id } = JSON.parse(text) as { snapshot_id?: unknown };
      return typeof id === 'string' && SNAPSHOT_ID.test(id) ? id : null;
    } catch {
      return null;
    }
  }
  for (const [tag] of text.matchAll(/<meta\s[^<>]{1,1000}>/gi)) {
    if (!/\sname\s*=\s*["']?stele-snapshot["'\s/>]/i.test(tag)) continue;
    const id = /\scontent\s*=\s*["']?(snap_[0-9a-z]{26})["'\s/>]/i.exec(tag)?.[1];
    if (id !== undefined) return id;
  }
  return null;
}
