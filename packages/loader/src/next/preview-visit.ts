import { createHmac } from 'node:crypto';
import { cookies } from 'next/headers.js';
import { cache } from 'react';
import { LoaderError, type LoaderOptions } from '../index.ts';
import { settingsOf } from '../settings.ts';
import { isSame } from './is-same.ts';

/** Where the API is that knows preview links, and the token with which editors see drafts; STELE_DRAFT_TOKEN. */
export interface PreviewSource extends Pick<LoaderOptions, 'url' | 'projectId' | 'timeout'> {
  readonly draftToken?: string | undefined;
}

/** A preview link that works. */
interface PreviewLink {
  readonly expiresAt: Date;
}

/**
 * Someone who came by `draftRoute`: an editor, or a visitor with a preview link, which is null once it has ended. Draft mode alone
 * isn't enough: visitors with a link have that, too.
 */
type PreviewVisit =
  | { readonly kind: 'editor'; readonly token: string }
  | { readonly kind: 'visitor'; readonly secret: string; readonly link: PreviewLink | null };

/** Holds the secret of a visitor's link, or proves that an editor came with the site's secret. */
const COOKIE = 'stele_preview';

/** Lets an editor in. For route handlers. @throws LoaderError `option_missing` */
export async function letEditorIn({ draftToken }: PreviewSource): Promise<void> {
  await keep(proofOf(tokenOf(draftToken)));
}

/**
 * Lets in who has a preview link. The API ends it; the cookie stays, so that pages can say so. For route handlers.
 *
 * @returns whether the link works
 * @throws LoaderError
 */
export async function letVisitorIn(source: PreviewSource, secret: string): Promise<boolean> {
  const link = /^[\x21-\x7e]+$/.test(secret)
    ? await askForLink(secret, source.url, source.projectId, source.timeout)
    : null;
  if (link) await keep(secret);
  return link !== null;
}

/**
 * Who asks for a page in draft mode; null for those who didn't come by `draftRoute`. The API is asked about a link once a render.
 *
 * @throws LoaderError
 */
export async function findPreviewVisit(source: PreviewSource): Promise<PreviewVisit | null> {
  const kept = (await cookies()).get(COOKIE)?.value;
  if (!kept) return null;
  if (kept.startsWith('stl_')) {
    return {
      kind: 'visitor',
      secret: kept,
      link: await askForLink(kept, source.url, source.projectId, source.timeout),
    };
  }
  const token = tokenOf(source.draftToken);
  return isSame(kept, proofOf(token)) ? { kind: 'editor', token } : null;
}

async function keep(value: string): Promise<void> {
  // As Next.js keeps draft mode: an editor shows the website in a frame.
  const isSecure = process.env.NODE_ENV !== 'development';
  const sameSite = isSecure ? 'none' : 'lax';
  (await cookies()).set(COOKIE, value, { path: '/', httpOnly: true, secure: isSecure, sameSite });
}

function tokenOf(given: string | undefined): string {
  const token = given ?? process.env.STELE_DRAFT_TOKEN;
  if (token) return token;
  throw new LoaderError('option_missing', 'Neither the option draftToken nor the variable STELE_DRAFT_TOKEN is set.');
}

/** Shows that this website let someone in, without the token being readable. It ends with the token. */
function proofOf(token: string): string {
  return createHmac('sha256', token).update('stele editor').digest('hex');
}

/** What the API says of a preview link; null when it has ended, or there's none with this secret. */
const askForLink = cache(
  async (secret: string, url?: string, projectId?: string, timeout?: number): Promise<PreviewLink | null> => {
    const settings = settingsOf({ url, projectId, timeout, token: secret, drafts: true }, process.env);
    const api = settings.mode.kind === 'drafts' ? settings.mode.url : '';
    const address = `${api}/v1/projects/${settings.projectId}/preview-links/me`;
    const headers = { authorization: `Bearer ${secret}` };
    const signal = AbortSignal.timeout(settings.timeout);
    const answer = await fetch(address, { headers, cache: 'no-store', signal }).catch((cause: unknown) => {
      throw new LoaderError('unreachable', `${address} doesn't answer.`, { cause, url: address });
    });
    if ([401, 403, 404].includes(answer.status)) return null;
    if (!answer.ok) throw new LoaderError('unreachable', `${address} answered ${answer.status}.`, { url: address });
    const { expires_at } = (await answer.json()) as { readonly expires_at: string };
    return { expiresAt: new Date(expires_at) };
  },
);
