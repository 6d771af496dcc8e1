import { Api } from '../api/api.ts';
import { Transport } from '../api/transport.ts';
import { findConnection } from '../connection.ts';
import { UserError } from '../errors.ts';
import { identify } from '../identity.ts';
import { findInstance } from '../instance-file.ts';
import { envLine, type SiteVariable } from '../output/env-file.ts';

/** What a site's builds need to know, as far as this machine knows it. */
export type SiteVariables = Readonly<Partial<Record<SiteVariable, string>>>;

/** What this machine knows of the project that a site is for. */
export interface KnownSite {
  readonly variables: SiteVariables;
  /** The project's default locale; null when nobody says it. */
  readonly locale: string | null;
}

/**
 * Finds out a site's variables and language: from the instance in the data folder, or else from where other commands find the API,
 * such as what `stele login` keeps. A login has no token to give: an admin's or a person's may do more than a build should. What can't be
 * found out now stays empty.
 */
export async function findSite(env: NodeJS.ProcessEnv): Promise<KnownSite> {
  const own = await instanceVariables(env);
  const connection = await findConnection({}, env).catch(ignoreUserError);
  if (!connection) return { variables: own ?? {}, locale: null };
  const api = new Api(new Transport(connection, { retries: 0 }));
  const [instance, project] = await Promise.all([
    own ? null : api.instance().catch(() => null),
    identify(api, connection, undefined).then(
      (identity) => identity.project,
      () => null,
    ),
  ]);
  const projectId = project?.id ?? (connection.person ? undefined : connection.projectId);
  const ofConnection = {
    STELE_URL: connection.url,
    ...(instance && { STELE_CONTENT_URL: instance.content_url }),
    ...(projectId !== undefined && { STELE_PROJECT: projectId }),
  };
  // Whoever gives a token by a variable keeps the others there as well.
  const variables = own ?? (env.STELE_TOKEN ? {} : ofConnection);
  return { variables, locale: project?.default_locale ?? null };
}

async function instanceVariables(env: NodeJS.ProcessEnv): Promise<SiteVariables | null> {
  const instance = await findInstance(undefined, env);
  if (instance === null) return null;
  const { api_url, content_url, project_id, tokens } = instance;
  return {
    STELE_URL: api_url,
    ...(content_url && { STELE_CONTENT_URL: content_url }),
    ...(project_id && { STELE_PROJECT: project_id }),
    ...(tokens?.read_published && { STELE_TOKEN: tokens.read_published }),
  };
}

/** Without a connection, nothing is known; what is wrong with it other commands say. */
function ignoreUserError(error: unknown): null {
  if (error instanceof UserError) return null;
  throw error;
}

const LINES: readonly (readonly [SiteVariable, string])[] = [
  ['STELE_URL', 'Where the Stele API is.'],
  ['STELE_CONTENT_URL', 'Where the content host is: builds read content there, even while the API is down.'],
  ['STELE_PROJECT', "The project's id; the admin shows it under Settings."],
  [
    'STELE_TOKEN',
    'A project token of the scope read_published: stele tokens create Website --env, or the admin under Settings, Tokens.',
  ],
];

/** The text of a .env file. @throws UserError when a value has not the form of its variable */
export function writeVariables(known: SiteVariables): string {
  return LINES.map(([name, comment]) => `# ${comment}\n${envLine(name, known[name])}\n`).join('');
}
