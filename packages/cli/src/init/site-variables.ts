import { NoAddress } from '../address.ts';
import { connect } from '../api.ts';
import { findConnection } from '../connection.ts';
import { UserError } from '../errors.ts';
import { identify } from '../identity.ts';
import type { Io } from '../io.ts';
import { envLine, type SiteVariable } from '../output/env-file.ts';

/** Variables for a site's builds, as far as this machine knows them. */
export type SiteVariables = Readonly<Partial<Record<SiteVariable, string | undefined>>>;

/** The project that a site is for, as far as this machine knows it: all facts from one place. */
export interface KnownSite {
  readonly variables: SiteVariables;
  /** The project's default locale; null when it's unknown. */
  readonly locale: string | null;
  /** Why the project is unknown; null when it's known, or when nothing says where it could be. */
  readonly problem: unknown;
}

/** How long to wait for the server. Without its answers, the files hold less, and a message says so. */
const DEADLINE_MS = 3000;

/**
 * Finds out a site's variables and language from where other commands find the API. Only the instance in the data folder has a
 * token to give: a login's may do more than a build should. A variable that can't be found out now stays empty.
 *
 * @param project id or short name of the project, when the user asks for one
 * @throws UserError when the project that is asked for isn't there
 */
export async function findSite(io: Io, project: string | undefined): Promise<KnownSite> {
  const unlessAsked = (error: unknown): { readonly problem: unknown } => {
    if (project !== undefined) throw error;
    return { problem: error };
  };
  const connection = await findConnection(io, { ...(project !== undefined && { project }) }).catch(unlessAsked);
  if ('problem' in connection) {
    const { problem } = connection;
    if (!(problem instanceof UserError)) throw problem;
    return { variables: {}, locale: null, problem: problem instanceof NoAddress ? null : problem };
  }
  const { url, instance } = connection;
  const client = connect(io, connection, { retries: 0, deadlineMs: DEADLINE_MS });
  const [found, addresses] = await Promise.all([
    identify(client, connection, project).catch(unlessAsked),
    instance ?? client.get('/instance').catch((problem: unknown) => ({ problem, content_url: undefined })),
  ]);
  const known = 'problem' in found ? null : found.project;
  const variables = {
    STELE_URL: url,
    STELE_CONTENT_URL: addresses.content_url,
    STELE_PROJECT: known?.id ?? instance?.project_id,
    STELE_TOKEN: instance?.tokens?.read_published,
  };
  return {
    // A user who gives a token by a variable keeps the others there as well.
    variables: io.env.STELE_TOKEN ? {} : variables,
    locale: known?.default_locale ?? null,
    problem: 'problem' in found ? found.problem : 'problem' in addresses ? addresses.problem : null,
  };
}

const LINES: readonly (readonly [SiteVariable, string])[] = [
  ['STELE_URL', 'Where the Stele API is.'],
  ['STELE_CONTENT_URL', 'Where the content host is: builds read content there, even while the API is down.'],
  ['STELE_PROJECT', "The project's id; the admin shows it under Settings."],
  [
    'STELE_TOKEN',
    'A project token of the scope read_published: npx stele tokens create Website --env, or the admin under Settings, Tokens.',
  ],
];

/** The text of a .env file. @throws UserError when a value doesn't have the form of its variable */
export function writeVariables(known: SiteVariables): string {
  return LINES.map(([name, comment]) => `# ${comment}\n${envLine(name, known[name])}\n`).join('');
}
