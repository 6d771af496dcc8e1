import { cookies } from 'next/headers.js';
import { cache } from 'react';
import { askForLink, COOKIE, type PreviewSource, type PreviewVisit, visitOf } from '../visits/preview-visit.ts';

/**
 * Who asks for a page in draft mode; null for those who didn't come by `draftRoute`: draft mode alone isn't enough, since visitors
 * with a link have that, too. The API is asked about a link once a render.
 *
 * @throws LoaderError
 */
export async function findPreviewVisit(source: PreviewSource): Promise<PreviewVisit | null> {
  const { url, projectId, timeout } = source;
  return visitOf(source, (await cookies()).get(COOKIE)?.value, (secret) => ask(secret, url, projectId, timeout));
}

const ask = cache((secret: string, url?: string, projectId?: string, timeout?: number) =>
  askForLink({ url, projectId, timeout }, secret),
);
