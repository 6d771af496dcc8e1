import { type Client, ConnectionError, type ProjectClient } from '@stele/client';
import { cleanUrl, isAddress } from '../address.ts';
import { type Access, connect } from '../api.ts';
import { type ConnectionOptions, findPerson, ioFor } from '../connection.ts';
import { readLogin, readPeople } from '../credentials.ts';
import { explainRefusal, UserError } from '../errors.ts';
import { findProject } from '../identity.ts';
import { findInstance, type Instance, instanceFile, readInstance } from '../instance-file.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';

export interface SignInOptions extends Omit<ConnectionOptions, 'token'> {
  readonly email?: string;
  readonly json?: boolean;
}

/** The API as a signed-in person sees it. */
interface PersonalSession {
  readonly client: Client;
  /** Address of the admin; null when it's unknown. */
  readonly adminUrl: string | null;
  /** The project that `--project` names, or the person's only one. @throws UserError when there are several, or none */
  openProject(): Promise<{ readonly id: string; readonly api: ProjectClient }>;
  /** Ends the session, if it's one for this run only. */
  signOut(): Promise<void>;
}

interface Login {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly adminUrl: string | null;
  readonly projectId?: string;
}

/** Runs something as a person, and ends the session if it's for this run only. @returns the exit code: 0 */
export async function asPerson(
  io: Io,
  options: SignInOptions,
  act: (session: PersonalSession, output: Output) => Promise<void>,
): Promise<number> {
  const session = await signIn(io, options);
  try {
    await act(session, new Output(io, options));
  } finally {
    await session.signOut();
  }
  return 0;
}

/**
 * Opens the API for a person, for routes that no project token reaches: with the sign-in that `stele login` keeps, or for one run
 * with the login in an instance.json, or with STELE_EMAIL and STELE_PASSWORD on machines without a user. Address and project are
 * found as `findConnection` finds them. A kept sign-in is sent to its own address only, and so is the login of an instance.json.
 *
 * @throws UserError when no one is signed in
 */
async function signIn(io: Io, options: SignInOptions): Promise<PersonalSession> {
  const login = await findLogin(io, options);
  if (login) return signInForOneRun(io, login, options);
  const { url, person, projectId } = await findPerson(io, options);
  if (!person) {
    const at = url === undefined ? '' : ` --url ${url}`;
    const known =
      (await readLogin(io)) || io.env.STELE_TOKEN ? ' A project token is there, but only people may do this.' : '';
    const others = (await readPeople(io)).map((one) => one.url).join(' and ');
    const elsewhere = others === '' ? '' : ` You are signed in at ${others}: to go there, give --url.`;
    throw new UserError(`Sign in first: npx stele login${at}.${known}${elsewhere}`);
  }
  const { token, admin_url: adminUrl } = person;
  return sessionOf(io, { url: person.url, token, person }, adminUrl, projectId, async () => undefined);
}

async function signInForOneRun(io: Io, login: Login, options: SignInOptions): Promise<PersonalSession> {
  const { url, email, password, projectId, adminUrl } = login;
  const post = (at: string, body: object, cookie?: string): Promise<Response> =>
    fetch(`${url}${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...(cookie !== undefined && { cookie }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    }).catch((cause: unknown) => {
      throw new ConnectionError(url, cause);
    });
  const answer = await post('/auth/sign-in/email', { email, password });
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
  if (!answer.ok || cookies.length === 0) {
    const body = (await answer.json().catch(() => null)) as { error?: { message?: string } } | null;
    throw new UserError(`${email} can't sign in at ${url}: ${body?.error?.message ?? `it answered ${answer.status}.`}`);
  }
  const cookie = cookies.join('; ');
  return sessionOf(io, { url, cookie }, adminUrl, options.project ?? projectId, async () => {
    await post('/auth/sign-out', {}, cookie).catch(() => undefined);
  });
}

function sessionOf(
  io: Io,
  access: Access,
  adminUrl: string | null,
  wanted: string | undefined,
  signOut: () => Promise<void>,
): PersonalSession {
  const client = connect(io, access);
  const openProject = async (): ReturnType<PersonalSession['openProject']> => {
    const { id } = await findProject(client, wanted).catch((error: unknown) => {
      throw explainRefusal(error, access);
    });
    return { id, api: client.project(id) };
  };
  return { client, adminUrl, signOut, openProject };
}

async function findLogin(given: Io, options: SignInOptions): Promise<Login | null> {
  if (options.instance !== undefined) return loginOf(await readInstance(given, options.instance), options.instance);
  const io = ioFor(given, options.url);
  const email = options.email ?? (io.env.STELE_EMAIL || undefined);
  const wanted = options.url ?? (io.env.STELE_URL || undefined);
  const instance = email === undefined ? await findInstance(io, wanted) : null;
  if (instance) {
    return {
      ...loginOf(instance, instanceFile(io.env)),
      ...(io.env.STELE_PROJECT && { projectId: io.env.STELE_PROJECT }),
    };
  }
  if (email === undefined || !io.env.STELE_PASSWORD) return null;
  const projectId = io.env.STELE_PROJECT || undefined;
  const url = cleanUrl(wanted);
  return { url, email, password: io.env.STELE_PASSWORD, adminUrl: null, ...(projectId !== undefined && { projectId }) };
}

function loginOf({ api_url: url, admin_url, project_id, login }: Instance, file: string): Login {
  if (!login) throw new UserError(`${file} is damaged: it lacks login.`);
  return {
    url,
    adminUrl: isAddress(admin_url) ? admin_url : null,
    ...login,
    ...(project_id !== undefined && { projectId: project_id }),
  };
}
