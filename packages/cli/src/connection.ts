import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readLogin, readPerson } from './credentials.ts';
import { UserError } from './errors.ts';
import { readTextIfThere } from './write-file.ts';

/** Where the API is, and the token to use. */
export interface Connection {
  readonly url: string;
  readonly token: string;
  /** Whose token it is, when it's a person's and no project's. */
  readonly person?: { readonly id: string; readonly email: string };
  /** The project that is meant; missing when only the token says it. */
  readonly projectId?: string;
}

/** What the command line says about the connection. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly token?: string;
  /** Path of an instance.json, as `npm start` writes it. */
  readonly instance?: string;
}

/**
 * Decides which API to talk to. `--instance` brings address and token of its own. Otherwise `--url` and `--token` win over
 * STELE_URL and STELE_TOKEN; when neither address nor token is given, both come from the instance in the data folder
 * (STELE_DATA_DIR, or .stele), or else from what `stele login` keeps and the site's .env. A token is sent only where it belongs: what is
 * given never goes to the address in an instance file or in .env, which a checkout may have brought along, and a stored one to
 * no address but its own.
 *
 * @throws UserError when something is missing, or comes from two places
 */
export async function findConnection(options: ConnectionOptions, env: NodeJS.ProcessEnv): Promise<Connection> {
  if (options.instance !== undefined) {
    if (options.url !== undefined || options.token !== undefined) {
      throw new UserError(
        'An instance.json has address and token of its own: give either --instance or --url and --token.',
      );
    }
    return toConnection(await readInstance(options.instance));
  }
  const url = options.url ?? (env.STELE_URL || undefined);
  const token = options.token ?? (env.STELE_TOKEN || undefined);
  if (url !== undefined && token !== undefined) return toConnection({ url, token });
  const file = path.join(env.STELE_DATA_DIR || '.stele', 'instance.json');
  const instance = existsSync(file) ? await readInstance(file) : null;
  if (instance && token !== undefined) {
    throw new UserError(
      `Your token isn't sent to the address in ${file}, which may not be yours. Say with --url or STELE_URL where it belongs.`,
    );
  }
  if (instance && (url === undefined || cleanUrl(url) === cleanUrl(instance.url))) return toConnection(instance);
  const [login, person, site] = [await readLogin(env), await readPerson(env), await readSiteVariables()];
  const address = cleanUrl(url ?? (token === undefined ? site.STELE_URL : undefined) ?? login?.url ?? person?.url);
  const isThere = (known: { readonly url?: string | undefined } | null): boolean =>
    known?.url !== undefined && cleanUrl(known.url) === address;
  if (token !== undefined) return { url: address, token };
  if (login && isThere(login)) return { url: address, token: login.token };
  if (person && isThere(person)) {
    const projectId = env.STELE_PROJECT || (isThere({ url: site.STELE_URL }) && site.STELE_PROJECT);
    const { id, email } = person;
    return { url: address, token: person.token, person: { id, email }, ...(projectId && { projectId }) };
  }
  if (site.STELE_TOKEN && isThere({ url: site.STELE_URL })) return { url: address, token: site.STELE_TOKEN };
  const known = [login?.url, person?.url].filter((one) => one !== undefined);
  throw new UserError(
    known.length > 0
      ? `You are signed in at ${known.join(' and ')}, not at ${address}. Sign in there: stele login --url ${address}`
      : 'Sign in with "stele login"; or give an admin token by the variable STELE_TOKEN, by --token, or by --instance PATH/instance.json.',
  );
}

/** The variables that a site's .env files give to its builds; local ones win. */
async function readSiteVariables(): Promise<NodeJS.Dict<string>> {
  const texts = await Promise.all(['.env', '.env.local'].map(readTextIfThere));
  return Object.assign({}, ...texts.map((text) => parseEnv(text ?? '')));
}

function toConnection({ url, token }: Connection): Connection {
  return { url: cleanUrl(url), token };
}

/**
 * An address without what comes behind the host.
 *
 * @throws UserError when it's missing or no address
 */
export function cleanUrl(url: string | undefined): string {
  if (!url) {
    throw new UserError(
      'Give the address of the API: "stele login", or --url, or the variable STELE_URL, or --instance PATH/instance.json.',
    );
  }
  if (!/^https?:\/\//.test(url))
    throw new UserError(`"${url}" is not a valid address. It begins with http:// or https://.`);
  return url.replace(/\/+$/, '').replace(/\/v1$/, '');
}

async function readInstance(file: string): Promise<Connection> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    throw new UserError(`There is no readable file ${file}. Start the instance first: npm start.`);
  }
  const instance = JSON.parse(text) as { api_url?: string; tokens?: { admin?: string } };
  if (!instance.api_url || !instance.tokens?.admin)
    throw new UserError(`${file} is no instance.json: it lacks api_url or tokens.admin.`);
  return { url: instance.api_url, token: instance.tokens.admin };
}
