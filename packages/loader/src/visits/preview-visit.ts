import { createHmac } from 'node:crypto';
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

/** Someone who was let in: an editor, or a visitor with a preview link, which is null once it has ended. */
export type PreviewVisit =
  | { readonly kind: 'editor'; readonly token: string }
  | { readonly kind: 'visitor'; readonly secret: string; readonly link: PreviewLink | null };

/** The cookie that holds the secret of a visitor's link, or proves that an editor came with the site's secret. */
export const COOKIE = 'stele_preview';

/** How the cookie is kept: an editor shows the website in a frame. */
export function cookieOptions() {
  const secure = process.env.NODE_ENV !== 'development';
  return { path: '/', httpOnly: true, secure, sameSite: secure ? ('none' as const) : ('lax' as const) };
}

/** Whether there is a token for editors. */
export function hasDraftToken({ draftToken }: PreviewSource): boolean {
  return Boolean(draftToken ?? process.env.STELE_DRAFT_TOKEN);
}

/**
 * Proof that this website let an editor in, without the token being readable. It ends with the token.
 *
 * @throws LoaderError `option_missing`
 */
export function proofOfEditor(source: PreviewSource): string {
  return createHmac('sha256', tokenOf(source)).update('stele editor').digest('hex');
}

/**
 * Who has a cookie; null for one that lets no one in.
 *
 * @param ask asks the API about a link
 * @throws LoaderError
 */
export async function visitOf(
  source: PreviewSource,
  kept: string | undefined,
  ask: (secret: string) => Promise<PreviewLink | null>,
): Promise<PreviewVisit | null> {
  if (!kept) return null;
  if (kept.startsWith('stl_')) return { kind: 'visitor', secret: kept, link: await ask(kept) };
  return isSame(kept, proofOfEditor(source)) ? { kind: 'editor', token: tokenOf(source) } : null;
}

/**
 * The API's description of a preview link; null when the link has ended, or there's none with this secret.
 *
 * @throws LoaderError
 */
export async function askForLink(
  { url, projectId, timeout }: PreviewSource,
  secret: string,
): Promise<PreviewLink | null> {
  if (!/^[\x21-\x7e]+$/.test(secret)) return null;
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
}

/** Whether texts name their fields to editors: only where the website knows the editor that shows it. */
export function showsMarks(given: boolean | undefined): boolean {
  return given ?? (process.env.STELE_MARKS ? process.env.STELE_MARKS === '1' : Boolean(process.env.STELE_ADMIN_URL));
}

function tokenOf({ draftToken }: PreviewSource): string {
  const token = draftToken ?? process.env.STELE_DRAFT_TOKEN;
  if (token) return token;
  throw new LoaderError('option_missing', 'Neither the option draftToken nor the variable STELE_DRAFT_TOKEN is set.');
}
