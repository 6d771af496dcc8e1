import path from 'node:path';
import { parseEnv } from 'node:util';
import { UserError } from '../errors.ts';
import { ignoreEnv } from '../init/ignore-env.ts';
import { type SiteVariables, writeVariables } from '../init/site-variables.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';
import { FIRST_PORT, type LocalAccess } from './local-server.ts';

/** Files with a site's variables, the one that wins first. */
const FILES = ['.env.local', '.env'] as const;

/** What a site's .env files say of the API's address. */
export interface SiteSettings {
  /** The file that names it, or that is to. */
  readonly file: string;
  /** Its text; null when there's no such file. */
  readonly text: string | null;
  /** The port of the API on this machine; null when the address is of another one. */
  readonly port: number | null;
}

/** Reads STELE_URL from a site's .env files. @throws UserError when it's no address, or has a port without two behind it */
export async function readSiteSettings(folder: string): Promise<SiteSettings> {
  for (const name of FILES) {
    const file = path.join(folder, name);
    const text = await readTextIfThere(file);
    const url = text === null ? undefined : parseEnv(text).STELE_URL;
    if (url) return { file, text, port: localPort(url, name) };
  }
  const file = path.join(folder, '.env');
  return { file, text: await readTextIfThere(file), port: FIRST_PORT };
}

function localPort(url: string, name: string): number | null {
  if (!URL.canParse(url)) throw new UserError(`STELE_URL in ${name} is "${url}", which is not a valid address.`);
  const { hostname, port, protocol } = new URL(url);
  if (protocol !== 'http:' || !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return null;
  const number = Number(port || 80);
  if (number > 65_533)
    throw new UserError(`STELE_URL in ${name} has the port ${number}: the next two ports are needed too.`);
  return number;
}

/** What a site's builds need to know of the local instance. */
export function variablesOf(access: LocalAccess): Required<SiteVariables> {
  return {
    STELE_URL: access.api_url,
    STELE_CONTENT_URL: access.content_url,
    STELE_PROJECT: access.project_id,
    STELE_TOKEN: access.tokens.read_published,
  };
}

/**
 * Brings the variables of a .env file up to those of the local instance; its other lines stay. Then the site's own commands,
 * such as its build, work too. A file that names an API elsewhere is left alone.
 *
 * @returns the names of the files that were written
 */
export async function writeSiteSettings(
  { file, text, port }: SiteSettings,
  variables: Required<SiteVariables>,
): Promise<readonly string[]> {
  if (port === null) return [];
  const updated = withVariables(text, variables);
  if (updated === text) return [];
  await writeFileAtomically(file, updated, { file: 0o600 });
  const ignored = text === null && (await ignoreEnv(path.join(path.dirname(file), '.gitignore')));
  return [path.basename(file), ...(ignored ? ['.gitignore'] : [])];
}

function withVariables(text: string | null, variables: Required<SiteVariables>): string {
  if (text === null) return writeVariables(variables);
  const known = parseEnv(text);
  let updated = text;
  for (const [name, value] of Object.entries(variables)) {
    if (known[name] === value) continue;
    const line = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=.*$`, 'm');
    if (line.test(updated)) updated = updated.replace(line, () => `${name}=${value}`);
    else updated = `${updated}${updated === '' || updated.endsWith('\n') ? '' : '\n'}${name}=${value}\n`;
  }
  return updated;
}
