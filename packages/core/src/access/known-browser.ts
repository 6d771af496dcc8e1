import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AccessServices } from './caller.ts';

const NAME = 'stele.known_browser';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

type Settings = AccessServices['settings'];

/**
 * The cookie that a browser gets at sign-in. It outlives the session and gives no access. It only proves that the account was
 * used in this browser before. Limits that strangers can exhaust by guessing the password don't apply to such a browser.
 *
 * @returns a value for Set-Cookie
 */
export function knownBrowserCookie(settings: Settings, email: string): string {
  const isSecure = [settings.apiUrl, settings.adminUrl].some((url) => url.startsWith('https:'));
  const attributes = [
    'Path=/auth',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${YEAR_SECONDS}`,
    ...(isSecure ? ['Secure'] : []),
  ];
  return [`${NAME}=${proofOf(settings, email).toString('base64url')}`, ...attributes].join('; ');
}

/** Whether a request's cookies say that the account was used in this browser before. */
export function isKnownBrowser(settings: Settings, email: string, cookies: string | null): boolean {
  const proof = proofOf(settings, email);
  return (cookies ?? '').split(';').some((cookie) => {
    const [name = '', value = ''] = cookie.split('=');
    if (name.trim() !== NAME) return false;
    const given = Buffer.from(value.trim(), 'base64url');
    return given.length === proof.length && timingSafeEqual(given, proof);
  });
}

function proofOf({ authSecret }: Settings, email: string): Buffer {
  return createHmac('sha256', authSecret).update(`known browser of ${email}`).digest();
}
