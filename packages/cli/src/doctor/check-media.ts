import { type Finding, ok, warn } from './check.ts';

const TIMEOUT_MS = 10_000;

/** What the processes that read uploaded files are kept from, as the API says it; nothing when it doesn't. */
export async function checkMedia(url: string): Promise<Finding[]> {
  const confined = await readConfinement(url);
  if (!confined) return [];
  const reached = [...(confined.network ? [] : ['the network']), ...(confined.files ? [] : ['other files'])];
  if (reached.length === 0) {
    return [ok('media', 'Uploaded files are read without network, and without other files.')];
  }
  const message = `The processes that read uploaded files could reach ${reached.join(' and ')}.`;
  const advice = 'Run the API on Linux, with user namespaces allowed, and with Node 20.20 or newer.';
  return [warn('media', message, advice)];
}

async function readConfinement(url: string): Promise<{ files: boolean; network: boolean } | null> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const body = (await response.json()) as { media_confined?: { files: boolean; network: boolean } };
    return body.media_confined ?? null;
  } catch {
    return null;
  }
}
