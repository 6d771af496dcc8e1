import type { AuthInput, AuthOutput, AuthRoutes } from '@stele/core/client';
import { connection } from './connection.ts';
import { errorText } from './error-texts.ts';
import type { ApiFailure, FieldError } from './errors.ts';

/** Paths below /auth that are read, or that change something. */
type ReadPath = keyof AuthRoutes extends infer Key ? (Key extends `GET /auth/${infer Path}` ? Path : never) : never;
type ChangePath = keyof AuthRoutes extends infer Key ? (Key extends `POST /auth/${infer Path}` ? Path : never) : never;

/** The answer of a route below /auth that is read. */
export type AuthRead<Path extends ReadPath> = AuthOutput<AuthRoutes[`GET /auth/${Path}`]>;

/** The person who is signed in. */
export type SessionUser = NonNullable<AuthRead<'get-session'>>['user'];

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
export async function askAuth<Path extends ReadPath>(path: Path): Promise<AuthAnswer<AuthRead<Path>>>;
export async function askAuth<Path extends ChangePath>(
  path: Path,
  body: AuthInput<AuthRoutes[`POST /auth/${Path}`]>,
): Promise<AuthAnswer<AuthOutput<AuthRoutes[`POST /auth/${Path}`]>>>;
export async function askAuth(path: string, body?: object): Promise<AuthAnswer<unknown>> {
  const end = connection.begin({ isRead: body === undefined });
  const answer = await fetch(`/auth/${path}`, {
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch(() => null);
  end(!answer ? 'lost' : answer.status > 500 ? 'unavailable' : 'answered');
  if (!answer) return { ok: false, failure: OFFLINE };
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok) return { ok: true, body: said };
  const { error } = (said ?? {}) as { error?: { code: string; message: string; details?: FieldError[] } };
  if (!error) return { ok: false, failure: { ...OFFLINE, status: answer.status } };
  const wait = answer.status === 429 ? Number(answer.headers.get('retry-after')) || 60 : null;
  const failure = { ...OFFLINE, status: answer.status, ...error, message: errorText(error), wait };
  return { ok: false, failure };
}

/** Who is signed in; null when no one is. @throws when the server can't be reached */
export async function readSession(): Promise<SessionUser | null> {
  const answer = await askAuth('get-session');
  if (!answer.ok) throw new Error(`The session could not be read (${answer.failure.status}).`);
  return answer.body?.user ?? null;
}

/** Signs in with a password. @returns whether a code is asked for now, before one is in */
export async function signIn(email: string, password: string): Promise<AuthAnswer<{ readonly needsCode: boolean }>> {
  const answer = await askAuth('sign-in/email', { email, password });
  return answer.ok ? { ok: true, body: { needsCode: answer.body.twoFactorRedirect === true } } : answer;
}

/** Ends the session. */
export function signOut(): Promise<AuthAnswer<unknown>> {
  return askAuth('sign-out', {});
}
