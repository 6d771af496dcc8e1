import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readLogin } from './credentials.ts';
import { UserError } from './errors.ts';

/** Where the API is, and the token to use. */
export interface Connection {
  readonly url: string;
  readonly token: string;
}

/** What the command line says about the connection. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly token?: string;
  /** Path of an instance.json, as `npm start` writes it. */
  readonly instance?: string;
}

/**
 * Decides which API to talk to: options win over STELE_URL and STELE_TOKEN, and those over an instance file: the one
 * that is named, or that of an instance in the data folder (STELE_DATA_DIR, or .stele). What is left comes from the
 * stored login, whose token is sent to no other address than its own.
 *
 * @throws UserError when something is missing
 */
export async function findConnection(options: ConnectionOptions, env: NodeJS.ProcessEnv): Promise<Connection> {
  const local = path.join(env.STELE_DATA_DIR || '.stele', 'instance.json');
  const file = options.instance ?? (existsSync(local) ? local : null);
  const instance = file === null ? null : await readInstance(file);
  const givenUrl = options.url ?? (env.STELE_URL || instance?.url);
  const givenToken = options.token ?? (env.STELE_TOKEN || instance?.token);
  const login = givenUrl && givenToken ? null : await readLogin(env);
  const url = cleanUrl(givenUrl ?? login?.url);
  const token = givenToken ?? (login && cleanUrl(login.url) === url ? login.token : undefined);
  if (!token) {
    throw new UserError(
      'Give an admin token: "stele login", or the variable STELE_TOKEN, or --token, or --instance PATH/instance.json.',
    );
  }
  return { url, token };
}

/**
 * An address without what comes behind the host.
 *
 * @throws UserError when it's missing or no address
 */
export function cleanUrl(url: string | undefined): string {
  if (!url) {
    throw new UserError(
      'Say where the API is: "stele login", or --url, or the variable STELE_URL, or --instance PATH/instance.json.',
    );
  }
  if (!/^https?:\/\//.test(url)) throw new UserError(`"${url}" is no address. It begins with http:// or https://.`);
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
