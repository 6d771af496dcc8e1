/** The person who is signed in. */
export interface SessionUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Who is signed in; null when nobody is. @throws when the server can't be reached */
export async function readSession(): Promise<SessionUser | null> {
  const answer = await fetch('/auth/get-session');
  if (!answer.ok) throw new Error(`The session could not be read (${answer.status}).`);
  const session = (await answer.json()) as { user: SessionUser } | null;
  return session?.user ?? null;
}

/** Signs in. @returns null, or a sentence that says why not */
export async function signIn(email: string, password: string): Promise<string | null> {
  const answer = await post('/auth/sign-in/email', { email, password }).catch(() => null);
  if (answer?.ok) return null;
  if (!answer || answer.status >= 500) return "The server can't be reached. Try again in a moment.";
  if (answer.status === 429) return waitFor(answer.headers.get('retry-after'));
  return "Email and password don't match.";
}

function waitFor(seconds: string | null): string {
  const wait = Number(seconds) || 60;
  return `Too many attempts. Try again in ${wait === 1 ? 'a second' : `${wait} seconds`}.`;
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  await post('/auth/sign-out', {});
}

function post(path: string, body: object): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
