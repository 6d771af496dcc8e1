import type { Client, TokenIdentity } from '@stele/client';
import type { Connection } from './connection.ts';
import { explainRefusal, UserError } from './errors.ts';

type Project = TokenIdentity['project'];

/** Who a command acts as, and in which project. */
export interface Identity extends Pick<TokenIdentity, 'id' | 'name' | 'project'> {
  /** The scope of a project token; null for a person, whose role decides. */
  readonly scope: string | null;
}

/** The user has several projects, and hasn't said which one is meant. */
export class ProjectOpen extends UserError {
  override readonly name = 'ProjectOpen';
}

/**
 * Asks the API who a connection's token is.
 *
 * @param asked id or short name of the project; by default the one that the connection means, or a person's only one
 * @param by the option that names a project, for messages
 * @throws UserError when a person has to say which project, or the token is of another one; ApiError when the API refuses the token
 */
export async function identify(client: Client, connection: Connection, asked?: string, by?: string): Promise<Identity> {
  const { person, projectId } = connection;
  const wanted = asked ?? projectId;
  let identity: Identity;
  try {
    if (person) {
      const project = await findProject(client, wanted, by);
      return { id: person.id, name: person.email, scope: null, project };
    }
    identity = await client.get('/tokens/me');
  } catch (error) {
    throw explainRefusal(error, connection);
  }
  const { id, slug, name } = identity.project;
  if (wanted === undefined || wanted === id || wanted === slug) return identity;
  throw new UserError(`The token is of the project ${name} (${id}), not of ${wanted}. Use a token of that project.`);
}

/**
 * A person's project, by id or short name; their only one unless wanted.
 *
 * @param by the option that names a project, for messages
 * @throws UserError when there are several, or none
 */
export async function findProject(client: Client, wanted: string | undefined, by = '--project'): Promise<Project> {
  const { data: projects } = await client.get('/projects');
  const found = wanted === undefined ? projects : projects.filter(({ id, slug }) => id === wanted || slug === wanted);
  const [only] = found;
  if (only && found.length === 1) return only;
  if (wanted === undefined && projects.length === 0) {
    throw new UserError('You have no project yet: npx stele projects create "My site"');
  }
  const names = projects.map(({ name, id }) => `${name} (${id})`).join(', ') || 'none';
  if (wanted !== undefined) throw new UserError(`You have no project ${wanted}. Yours are: ${names}.`);
  throw new ProjectOpen(`Say which project with ${by}. Yours are: ${names}.`);
}
