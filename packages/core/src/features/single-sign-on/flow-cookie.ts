import { z } from 'zod';
import type { SignInFlow } from '../../access/providers/provider.ts';
import type { Services } from '../../domains/services.ts';
import { SealBroken } from '../../platform/secret-box.ts';

const NAME = 'stele.provider_sign_in';
const PATH = '/auth/provider';
/** How long someone may take at the provider. */
const LIFETIME_MS = 10 * 60_000;
const PLACE = 'provider sign-in';

const keptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  provider: z.string(),
  next: z.string(),
  until: z.number(),
});

/** The state that the browser keeps while the person is at the provider. */
export interface KeptFlow extends SignInFlow {
  readonly provider: string;
  /** The path in the admin where the person wants to go. */
  readonly next: string;
}

type Needed = Pick<Services, 'settings' | 'clock' | 'delivery'>;

/** A cookie with an encrypted flow, which only the browser that began can end. @returns a value for Set-Cookie */
export function flowCookie({ settings, clock, delivery }: Needed, flow: KeptFlow): string {
  const kept = { ...flow, until: clock.now().getTime() + LIFETIME_MS };
  return cookieOf(settings, delivery.secrets.seal(JSON.stringify(kept), PLACE), LIFETIME_MS / 1000);
}

/** Removes it. @returns a value for Set-Cookie */
export function clearedFlowCookie(settings: Needed['settings']): string {
  return cookieOf(settings, '', 0);
}

/** The flow in a request's cookies; null when there is none, or it has expired. */
export function readFlowCookie({ clock, delivery }: Needed, cookies: string | null): KeptFlow | null {
  const cookie = (cookies ?? '').split(';').find((one) => one.trim().startsWith(`${NAME}=`));
  if (cookie === undefined) return null;
  try {
    const text = delivery.secrets.open(cookie.slice(cookie.indexOf('=') + 1).trim(), PLACE);
    const { until, ...flow } = keptSchema.parse(JSON.parse(text));
    return until > clock.now().getTime() ? flow : null;
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

function cookieOf({ apiUrl, adminUrl }: Needed['settings'], value: string, seconds: number): string {
  const isSecure = [apiUrl, adminUrl].some((url) => url.startsWith('https:'));
  const attributes = [
    `Path=${PATH}`,
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${seconds}`,
    ...(isSecure ? ['Secure'] : []),
  ];
  return [`${NAME}=${value}`, ...attributes].join('; ');
}
