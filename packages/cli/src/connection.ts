import { existsSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConnectionError } from '@stele/client';
import { cleanUrl, isAddress, isSameAddress } from './address.ts';
import { credentialsFile, readLogin, readPeople, type StoredPerson } from './credentials.ts';
import { UserError } from './errors.ts';
import { findInstance, type Instance, instanceFile, readInstance } from './instance-file.ts';
import { type Io, placeOf } from './io.ts';
import { readTextIfThere } from './write-file.ts';

/** Where the API is, and the token to use. */
export interface Connection {
  readonly url: string;
  readonly token: string;
  /** The owner of a personal token; missing for a project's token. */
  readonly person?: { readonly id: string; readonly email: string };
  /** Where the token comes from, for people: an option, a variable or a file. */
  readonly source?: string;
  /** The instance that address and token come from, if they do. */
  readonly instance?: Instance;
  /** Id or short name of the project that is meant, which a token may not be of; missing when only the token says it. */
  readonly projectId?: string;
}

export interface ConnectionOptions {
  readonly url?: string;
  readonly token?: string;
  /** Path of an instance.json, as `npm start` writes it. */
  readonly instance?: string;
  /** Id or short name of the project that a token must be of, or that a person means. */
  readonly project?: string;
}

/**
 * Decides which API to talk to. `--instance` brings address and token of its own. Otherwise `--url` and `--token` win over
 * STELE_URL and STELE_TOKEN; when neither address nor token is given, both come from the instance in the data folder
 * (STELE_DATA_DIR, or .stele), or else from what `stele login` keeps and the site's .env. A token is sent only where it belongs: what is
 * given never goes to the address in an instance file or in .env, which a checkout may have brought along; STELE_TOKEN goes to
 * no address but that in STELE_URL, when there is one, and a stored token to none but its own.
 *
 * @throws UserError when something is missing, or comes from two places
 */
export async function findConnection(given: Io, options: ConnectionOptions): Promise<Connection> {
  if (options.instance !== undefined) {
    if (options.url !== undefined || options.token !== undefined) {
      throw new UserError(
        'An instance.json has address and token of its own: give either --instance or --url and --token.',
      );
    }
    return ofInstance(await readInstance(given, options.instance), options.instance);
  }
  const io = ioFor(given, options.url);
  const url = options.url ?? (io.env.STELE_URL || undefined);
  const token = options.token ?? (io.env.STELE_TOKEN || undefined);
  const source = options.token === undefined ? 'the variable STELE_TOKEN' : '--token';
  const meant = io.env.STELE_PROJECT ? { projectId: io.env.STELE_PROJECT } : {};
  if (url !== undefined && token !== undefined) return { url: cleanUrl(url), token, source, ...meant };
  const file = instanceFile(io.env);
  if (token !== undefined && existsSync(placeOf(io, file))) {
    throw new UserError(
      `Your token isn't sent to the address in ${file}, which may not be yours. Say with --url or STELE_URL where it belongs.`,
    );
  }
  if (token !== undefined) return { url: cleanUrl(await loginUrl(io)), token, source, ...meant };
  const instance = await findInstance(io, url);
  if (instance) return { ...ofInstance(instance, file), ...meant };
  const stored = await findStored(io, options);
  if (stored) return stored;
  const site = await readSiteVariables(io);
  const address = cleanUrl(url ?? site.STELE_URL);
  if (site.STELE_TOKEN && isSameAddress(site.STELE_URL, address)) {
    const projectId = io.env.STELE_PROJECT || site.STELE_PROJECT;
    return {
      url: address,
      token: site.STELE_TOKEN,
      source: 'STELE_TOKEN in .env or .env.local',
      ...(projectId && { projectId }),
    };
  }
  const known = [(await readLogin(io))?.url, ...(await readPeople(io)).map((person) => person.url)];
  const places = new Set(known.filter((one) => one !== undefined));
  if (given.env.STELE_TOKEN && !io.env.STELE_TOKEN) throw new UserError(tokenOfOther(given.env.STELE_URL, address));
  throw new UserError(
    places.size > 0
      ? `You are signed in at ${[...places].join(' and ')}, not at ${address}. Sign in there: npx stele login --url ${address}`
      : 'Sign in with "npx stele login"; or give an admin token by the variable STELE_TOKEN, by --token, or by --instance PATH/instance.json.',
  );
}

/**
 * The sign-in or token that `stele login` keeps for the wanted address: `--url`, STELE_URL, that of the site's .env, or else that
 * of the last sign-in. A stored project token is the one to use unless another project is wanted, which a person may have.
 *
 * @returns null when nothing is kept for that address
 */
export async function findStored(io: Io, options: ConnectionOptions): Promise<Connection | null> {
  const login = await readLogin(io);
  const { url, person, projectId } = await findPerson(io, options);
  const isOwn = projectId === undefined || login?.project.id === projectId || login?.project.slug === projectId;
  // The token of another project is refused later, when the API says which project it's of.
  if (login && isSameAddress(login.url, url) && (isOwn || !person)) {
    const meant = isOwn ? login.project.id : projectId;
    return { url: login.url, token: login.token, source: credentialsFile(io.env), projectId: meant };
  }
  if (!person) return null;
  const { id, email, token } = person;
  return { url: person.url, token, person: { id, email }, ...(projectId !== undefined && { projectId }) };
}

/** The person who signed in at an address, and the project that is meant. */
interface KnownPerson {
  /** Missing when nothing says it. */
  readonly url?: string;
  /** Missing when no one signed in there. */
  readonly person?: StoredPerson;
  /** Id or short name of the project, as `--project`, STELE_PROJECT or the site's .env for that address names it. */
  readonly projectId?: string;
}

/** Finds the person who signed in at the address that is meant: `--url`, STELE_URL, that of the site's .env, or else `loginUrl`. */
export async function findPerson(given: Io, options: Pick<ConnectionOptions, 'url' | 'project'>): Promise<KnownPerson> {
  const io = ioFor(given, options.url);
  const [people, site] = [await readPeople(io), await readSiteVariables(io)];
  const address = options.url ?? (io.env.STELE_URL || site.STELE_URL || (await loginUrl(io)));
  if (address === undefined) return {};
  const url = cleanUrl(address);
  const person = people.find((one) => isSameAddress(one.url, url));
  const isOfSite = isSameAddress(site.STELE_URL, url);
  const projectId = options.project ?? (io.env.STELE_PROJECT || (isOfSite && site.STELE_PROJECT) || undefined);
  return { url, ...(person && { person }), ...(projectId !== undefined && { projectId }) };
}

/** Variables that belong to the address in STELE_URL. */
const OF_ADDRESS: readonly string[] = ['STELE_URL', 'STELE_TOKEN', 'STELE_PROJECT', 'STELE_EMAIL', 'STELE_PASSWORD'];

/** The environment as it applies to an address: without the variables of another one, if STELE_URL names that. @param url undefined when only the environment can say it */
export function ioFor(io: Io, url: string | undefined): Io {
  if (url === undefined || !io.env.STELE_URL || isSameAddress(io.env.STELE_URL, url)) return io;
  return { ...io, env: { ...io.env, ...Object.fromEntries(OF_ADDRESS.map((name) => [name, undefined])) } };
}

/** Says why STELE_TOKEN isn't used. @param own the address that STELE_URL names */
export function tokenOfOther(own: string | undefined, address: string): string {
  return `STELE_TOKEN is for the address in STELE_URL${isAddress(own) ? ` (${cleanUrl(own)})` : ''}, and isn't sent to ${address}. Give a token for that address with --token, or sign in there: npx stele login --url ${address}`;
}

/** The address that `stele login` keeps a project token for, or else that of the newest personal sign-in. */
export async function loginUrl(io: Io): Promise<string | undefined> {
  return (await readLogin(io))?.url ?? (await readPeople(io))[0]?.url;
}

/** Says how to start the local instance of this folder when it isn't running; null for any other error. */
export async function howToStart(io: Io, error: unknown): Promise<string | null> {
  if (!(error instanceof ConnectionError) || !error.isRefused) return null;
  const instance = await readInstance(io, instanceFile(io.env)).catch(() => null);
  if (instance?.api_url !== error.url) return null;
  return `Nothing runs at ${error.url}, the address of this folder's own Stele. Start it with "npx stele dev", or as you started it before.`;
}

/** The variables that a site's .env files give to its builds; local ones win. */
export async function readSiteVariables(io: Io): Promise<NodeJS.Dict<string>> {
  const texts = await Promise.all(['.env', '.env.local'].map((name) => readTextIfThere(io, name)));
  return Object.assign({}, ...texts.map((text) => parseEnv(text ?? '')));
}

function ofInstance(instance: Instance, file: string): Connection {
  const { api_url: url, tokens } = instance;
  if (!tokens?.admin) throw new UserError(`${file} is damaged: it lacks tokens.admin.`);
  return { url, token: tokens.admin, source: file, instance };
}
