import { connection } from './connection.ts';
import { errorText } from './error-texts.ts';
import type { ApiFailure, FieldError } from './errors.ts';

/** The person who is signed in. */
export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether they have proved that the address is theirs. */
  readonly emailVerified?: boolean;
  /** Whether signing in asks for a code as well. */
  readonly twoFactorEnabled?: boolean;
  /** The language that mails to them are in. */
  readonly language?: string | null;
  /** How often they get a mail of what's unread. */
  readonly mailDigest?: string;
}

/** The answer of a route below /auth: its body, or the failure. */
export type AuthAnswer<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly failure: AuthFailure };

/** Why something below /auth was refused. */
export interface AuthFailure extends ApiFailure {
  /** Seconds to wait, when there were too many attempts. */
  readonly wait: number | null;
}

const OFFLINE: AuthFailure = { status: 0, code: 'offline', message: '', details: [], requestId: null, wait: null };

/** Asks something below /auth: reads without a body, changes with one. */
export async function askAuth<Body>(path: string, body?: object): Promise<AuthAnswer<Body>> {
  const end = connection.begin({ isRead: body === undefined });
  const answer = await fetch(`/auth/${path}`, {
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => null);
  end(!answer ? 'lost' : answer.status > 500 ? 'unavailable' : 'answered');
  if (!answer) return { ok: false, failure: OFFLINE };
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok) return { ok: true, body: said as Body };
  const { error } = (said ?? {}) as { error?: { code: string; message: string; details?: FieldError[] } };
  if (!error) return { ok: false, failure: { ...OFFLINE, status: answer.status } };
  const wait = answer.status === 429 ? Number(answer.headers.get('retry-after')) || 60 : null;
  const failure = { ...OFFLINE, status: answer.status, ...error, message: errorText(error), wait };
  return { ok: false, failure };
}

/** Who is signed in; null when no one is. @throws when the server can't be reached */
export async function readSession(): Promise<SessionUser | null> {
  const answer = await askAuth<{ user: SessionUser } | null>('get-session');
  if (!answer.ok) throw new Error(`The session could not be read (${answer.failure.status}).`);
  return answer.body?.user ?? null;
}

/** Signs in with a password. @returns whether a code is asked for now, before one is in */
export async function signIn(email: string, password: string): Promise<AuthAnswer<{ readonly needsCode: boolean }>> {
  const answer = await askAuth<{ twoFactorRedirect?: boolean }>('sign-in/email', { email, password });
  return answer.ok ? { ok: true, body: { needsCode: answer.body.twoFactorRedirect === true } } : answer;
}

/** Ends the session. */
export function signOut(): Promise<AuthAnswer<unknown>> {
  return askAuth('sign-out', {});
}
