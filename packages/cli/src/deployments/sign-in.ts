import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Api } from '../api/api.ts';
import { Transport } from '../api/transport.ts';
import { cleanUrl } from '../connection.ts';
import { UserError } from '../errors.ts';
import type { Output } from '../output/output.ts';
import { terminalQuestions } from '../prompts/questions.ts';

/** Options of commands for people. */
export interface SignInOptions {
  readonly url?: string;
  readonly instance?: string;
  readonly email?: string;
  readonly project?: string;
}

/** The API as a signed-in person sees it. */
export interface PersonalSession {
  readonly api: Api;
  readonly projectId: string;
  /** Ends the session. */
  signOut(): Promise<void>;
}

interface Login {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly projectId?: string;
}

/**
 * Signs in for one run of the command, for routes that no token reaches. A password is taken from STELE_PASSWORD, an
 * instance.json, or the terminal, and kept nowhere. It's never sent to the address in an instance.json, unless it's from there.
 *
 * @throws UserError when something is missing, or the person can't sign in
 */
export async function signIn(options: SignInOptions, env: NodeJS.ProcessEnv, output: Output): Promise<PersonalSession> {
  const { url, email, password, projectId } = await findLogin(options, env, output);
  const post = (at: string, body: object, cookie?: string): Promise<Response> =>
    fetch(`${url}${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...(cookie !== undefined && { cookie }) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    }).catch((cause: unknown) => {
      throw new TypeError('fetch failed', { cause });
    });
  const answer = await post('/auth/sign-in/email', { email, password });
  const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
  if (!answer.ok || cookie.length === 0) {
    const body = (await answer.json().catch(() => null)) as { error?: { message?: string } } | null;
    throw new UserError(`${email} can't sign in at ${url}: ${body?.error?.message ?? `it answered ${answer.status}.`}`);
  }
  const access = { url, cookie: cookie.join('; ') };
  const api = new Api(new Transport(access));
  return {
    api,
    projectId: await findProject(api, options.project ?? projectId),
    async signOut() {
      await post('/auth/sign-out', {}, access.cookie).catch(() => undefined);
    },
  };
}

async function findLogin(options: SignInOptions, env: NodeJS.ProcessEnv, output: Output): Promise<Login> {
  const file = options.instance ?? path.join(env.STELE_DATA_DIR || '.stele', 'instance.json');
  const isGiven = options.url !== undefined || options.email !== undefined || env.STELE_URL || env.STELE_EMAIL;
  if (options.instance !== undefined || (!isGiven && existsSync(file))) return readLoginOf(file);
  const url = cleanUrl(options.url ?? (env.STELE_URL || undefined));
  const email = options.email ?? (env.STELE_EMAIL || undefined);
  if (email === undefined) {
    throw new UserError('Deployments are for people, not for tokens. Say who signs in: --email, or STELE_EMAIL.');
  }
  if (env.STELE_PASSWORD) return { url, email, password: env.STELE_PASSWORD };
  if (!output.interactive) throw new UserError('Give the password in the variable STELE_PASSWORD.');
  return { url, email, password: await terminalQuestions.secret(`Password of ${email}`) };
}

async function readLoginOf(file: string): Promise<Login> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UserError(`There is no readable file ${file}. Start the instance first: npm start.`);
  });
  const { api_url, project_id, login } = JSON.parse(text) as {
    api_url?: string;
    project_id?: string;
    login?: { email: string; password: string };
  };
  if (!api_url || !login) throw new UserError(`${file} is no instance.json: it lacks api_url or login.`);
  return { url: cleanUrl(api_url), ...login, ...(project_id !== undefined && { projectId: project_id }) };
}

async function findProject(api: Api, wanted: string | undefined): Promise<string> {
  const projects = await api.projects();
  const found = wanted === undefined ? projects : projects.filter(({ id, slug }) => id === wanted || slug === wanted);
  const [only] = found;
  if (only && found.length === 1) return only.id;
  const names = projects.map(({ name, id }) => `${name} (${id})`).join(', ') || 'none';
  throw new UserError(
    wanted === undefined
      ? `Say which project with --project. Yours are: ${names}.`
      : `You have no project ${wanted}. Yours are: ${names}.`,
  );
}
