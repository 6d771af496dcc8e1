import { parseEnv } from 'node:util';
import type { Client } from '@stele/client';
import { cleanUrl } from '../address.ts';
import { connect } from '../api.ts';
import { findStored, loginUrl } from '../connection.ts';
import { explainRefusal, UserError } from '../errors.ts';
import { identify } from '../identity.ts';
import type { Io } from '../io.ts';
import { readTextIfThere } from '../write-file.ts';

/** Where live content is read. */
export interface ContentSource {
  readonly url: string;
  /** Address of the content host. */
  readonly contentUrl: string;
  readonly projectId: string;
  readonly token: string;
}

export interface SourceOptions {
  /** A file with STELE_* variables. */
  readonly from?: string;
  readonly url?: string;
  readonly token?: string;
}

/** Files in which a site keeps the variables of its production. */
const FILES = ['.env.production.local', '.env.production'] as const;

/**
 * Finds the project whose live content is wanted: `--from FILE`, or `--url` and `--token`, or STELE_URL and STELE_TOKEN, or a site's
 * .env.production, or what `stele login` keeps: for `--url` alone, that at this address.
 *
 * @throws UserError when there's none, or something of it is missing
 */
export async function findSource(io: Io, options: SourceOptions): Promise<ContentSource> {
  if (options.from !== undefined) {
    const text = await readTextIfThere(io, options.from);
    if (text === null) throw new UserError(`There is no file ${options.from}.`);
    return complete(io, parseEnv(text), options.from);
  }
  const { url, token } = options;
  if (url === undefined && token !== undefined) throw new UserError('Give --url with --token, or --from FILE.');
  if (url !== undefined && token !== undefined) return complete(io, { STELE_URL: url, STELE_TOKEN: token }, '--url');
  if (url !== undefined) return ofLogin(io, url);
  if (io.env.STELE_URL && io.env.STELE_TOKEN) return complete(io, io.env, 'the environment');
  for (const name of FILES) {
    const text = await readTextIfThere(io, name);
    const known = text === null ? {} : parseEnv(text);
    if (known.STELE_URL && known.STELE_TOKEN) return complete(io, known, name);
  }
  // Never the address in .env: with `stele dev`, that is where the content goes.
  return ofLogin(io, io.env.STELE_URL || (await loginUrl(io)));
}

/** The project that the user signed in to; for a person the one that STELE_PROJECT names, or the only one. @throws UserError */
async function ofLogin(io: Io, url: string | undefined): Promise<ContentSource> {
  const known = url === undefined ? null : await findStored(io, { url });
  if (!known) {
    throw new UserError(
      'Say where the live content is: --from FILE with STELE_URL, STELE_CONTENT_URL, STELE_PROJECT and STELE_TOKEN, or --url and --token, or "npx stele login".',
    );
  }
  const client = connect(io, known);
  const { project } = await identify(client, known, undefined, 'the variable STELE_PROJECT');
  return { url: known.url, contentUrl: await contentUrlOf(client), projectId: project.id, token: known.token };
}

async function complete(io: Io, variables: NodeJS.Dict<string>, where: string): Promise<ContentSource> {
  const { STELE_URL, STELE_CONTENT_URL, STELE_PROJECT, STELE_TOKEN } = variables;
  if (!STELE_URL || !STELE_TOKEN) throw new UserError(`${where} lacks STELE_URL or STELE_TOKEN.`);
  const url = cleanUrl(STELE_URL);
  const client = connect(io, { url, token: STELE_TOKEN });
  try {
    const projectId = STELE_PROJECT || (await client.get('/tokens/me')).project.id;
    const contentUrl = STELE_CONTENT_URL ? cleanUrl(STELE_CONTENT_URL) : await contentUrlOf(client);
    return { url, contentUrl, projectId, token: STELE_TOKEN };
  } catch (error) {
    throw explainRefusal(error, { url, source: where }, 'read');
  }
}

async function contentUrlOf(client: Client): Promise<string> {
  return cleanUrl((await client.get('/instance')).content_url);
}
