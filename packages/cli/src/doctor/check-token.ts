import { ApiError, type Client, type TokenIdentity } from '@stele/client';
import type { Connection } from '../connection.ts';
import { SignInOver } from '../errors.ts';
import { findProject } from '../identity.ts';
import { type Finding, fail, ok, warn } from './check.ts';

/** Whether the token of a connection is valid, may do what the command does, and stays valid. @param asked the project that it must be of; by default the one that the connection means */
export async function checkToken(
  client: Client,
  { person, projectId, source }: Connection,
  asked: string | undefined,
): Promise<Finding[]> {
  const project = asked ?? projectId;
  let identity: TokenIdentity;
  try {
    if (person) {
      const { name, id } = await findProject(client, project);
      return [ok('token', `${person.email} is signed in, and has the project ${name} (${id}).`)];
    }
    identity = await client.get('/tokens/me');
  } catch (error) {
    if (error instanceof SignInOver) return [fail('token', error.message)];
    if (!(error instanceof ApiError)) throw error;
    const from = source === undefined ? '' : `The token is from ${source}. `;
    const advice = `${from}Run "npx stele login" again, or make one: npx stele tokens create NAME --scope admin --env`;
    return [fail('token', `The API refuses the token (${error.status} ${error.code}).`, advice)];
  }
  const { name, scope, expires_at: expires, project: own } = identity;
  const until = expires === null ? '' : ` until ${expires}`;
  const isOther = project !== undefined && project !== own.id && project !== own.slug;
  return [
    ok('token', `The token "${name}" is valid, for the project ${own.name}${until}.`),
    scope === 'admin'
      ? ok('scope', 'Its scope is admin, which is enough for every command.')
      : warn(
          'scope',
          `Its scope is ${scope}: enough for a website, not for commands that read the schema or write.`,
          'For those, sign in with "npx stele login", or use an admin token.',
        ),
    ...(isOther ? [fail('project', `The token isn't of ${project}.`, 'Use a token of that project.')] : []),
  ];
}
