import path from 'node:path';
import { parseEnv } from 'node:util';
import { isAddress, isLocal } from '../address.ts';
import { UserError } from '../errors.ts';
import { ignoreEnv } from '../init/ignore-env.ts';
import { type SiteVariables, writeVariables } from '../init/site-variables.ts';
import type { Io } from '../io.ts';
import { readTextIfThere, writeFileAtomically } from '../write-file.ts';
import { FIRST_PORT, type LocalAccess } from './local-server.ts';

/** Files with a site's variables, the one that wins first. */
const FILES = ['.env.local', '.env'] as const;

/** The API's address in a site's .env files. */
interface SiteSettings {
  /** The file that has the address, or that will get it. */
  readonly file: string;
  /** The file's text; null when there's no such file. */
  readonly text: string | null;
  /** The address in it; null when it has none. */
  readonly url: string | null;
  /** The port of the API on this machine; null when the address is of another one. */
  readonly port: number | null;
}

/** Reads STELE_URL from a site's .env files. @throws UserError when it's no address, or has a port without two behind it */
export async function readSiteSettings(io: Io, folder: string): Promise<SiteSettings> {
  for (const name of FILES) {
    const file = path.join(folder, name);
    const text = await readTextIfThere(io, file);
    const url = text === null ? undefined : parseEnv(text).STELE_URL;
    if (url) return { file, text, url, port: localPort(url, name) };
  }
  const file = path.join(folder, '.env');
  return { file, text: await readTextIfThere(io, file), url: null, port: FIRST_PORT };
}

function localPort(url: string, name: string): number | null {
  if (!isAddress(url)) {
    throw new UserError(
      `STELE_URL in ${name} is "${url}", which is not a valid address. Write: STELE_URL=${withProtocol(url)}`,
    );
  }
  const { port, protocol } = new URL(url);
  if (protocol !== 'http:' || !isLocal(url)) return null;
  const number = Number(port || 80);
  if (number > 65_533)
    throw new UserError(`STELE_URL in ${name} has the port ${number}: the next two ports are needed too.`);
  return number;
}

/** The address that the user probably meant. */
function withProtocol(text: string): string {
  const rest = text.trim().replace(/^[a-z]*:?\/+/i, '');
  const local = `http://${rest}`;
  if (rest === '' || !URL.canParse(local)) return `http://localhost:${FIRST_PORT}`;
  return isLocal(local) ? local : `https://${rest}`;
}

/**
 * The consequence for the site when a .env file names an API elsewhere; null when none does.
 *
 * @param isStarted whether the site's command is started beside the instance
 */
export function describeElsewhere({ file, url, port }: SiteSettings, isStarted: boolean): string | null {
  if (port !== null || url === null) return null;
  const site = isStarted
    ? 'The site that starts here reads Stele on this machine; run on its own, such as for a build, it reads that address.'
    : 'A site that you start yourself reads that address. To have it read Stele on this machine, start it with "npx stele dev -- COMMAND".';
  return `${path.basename(file)} names ${new URL(url).origin} and stays as it is. ${site}`;
}

/** Variables of the local instance for a site's builds. */
export function variablesOf(access: LocalAccess): Required<SiteVariables> {
  return {
    STELE_URL: access.api_url,
    STELE_CONTENT_URL: access.content_url,
    STELE_PROJECT: access.project_id,
    STELE_TOKEN: access.tokens.read_published,
  };
}

/** Variables for drafts and previews, for a site beside the local instance. No build needs them, so no file gets them. */
export function previewVariables(access: LocalAccess): NodeJS.Dict<string> {
  return { STELE_DRAFT_TOKEN: access.tokens.read_draft, STELE_ADMIN_URL: access.admin_url };
}

/**
 * Brings the variables of a .env file up to those of the local instance; its other lines stay. Then the site's own commands,
 * such as its build, work too. A file that names an API elsewhere is left alone.
 *
 * @returns the names of the files that were written
 */
export async function writeSiteSettings(
  io: Io,
  { file, text, port }: SiteSettings,
  variables: Required<SiteVariables>,
): Promise<readonly string[]> {
  if (port === null) return [];
  const updated = withVariables(text, variables);
  if (updated === text) return [];
  await writeFileAtomically(io, file, updated, { file: 0o600 });
  const ignored = text === null && (await ignoreEnv(io, path.join(path.dirname(file), '.gitignore')));
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
