import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readLogin } from '../credentials.ts';

/** What a site's builds need to know, as far as this machine knows it. */
export interface SiteVariables {
  readonly STELE_URL?: string;
  readonly STELE_CONTENT_URL?: string;
  readonly STELE_PROJECT?: string;
  readonly STELE_TOKEN?: string;
}

/** Finds them out from the instance in the data folder, or else from the login; none when there is neither. */
export async function findSiteVariables(env: NodeJS.ProcessEnv): Promise<SiteVariables> {
  const file = path.join(env.STELE_DATA_DIR || '.stele', 'instance.json');
  if (existsSync(file)) {
    const { api_url, content_url, project_id, tokens } = JSON.parse(await readFile(file, 'utf8'));
    return {
      STELE_URL: api_url,
      STELE_CONTENT_URL: content_url,
      STELE_PROJECT: project_id,
      STELE_TOKEN: tokens.read_published,
    };
  }
  const login = await readLogin(env);
  return login ? { STELE_URL: login.url, STELE_PROJECT: login.project.id } : {};
}

const LINES: readonly (readonly [keyof SiteVariables, string])[] = [
  ['STELE_URL', 'Where the Stele API is.'],
  ['STELE_CONTENT_URL', 'Where the content host is: builds read content there, even while the API is down.'],
  ['STELE_PROJECT', "The project's id; the admin shows it under Settings."],
  ['STELE_TOKEN', 'A project token of the scope read_published; the admin makes one under Settings, Tokens.'],
];

/** The text of a .env file. */
export function writeVariables(known: SiteVariables): string {
  return LINES.map(([name, comment]) => `# ${comment}\n${name}=${known[name] ?? ''}\n`).join('');
}
