import { ApiError, type Client, type TokenIdentity } from '@stele/client';
import type { Connection } from '../connection.ts';
import { SignInOver } from '../errors.ts';
import { findProject } from '../identity.ts';
import type { Finding } from './check.ts';

/** Whether the token of a connection is valid, may do what the command does, and stays valid. @param asked the project that it must be of; the one that the connection means unless given */
export async function checkToken(
  client: Client,
  { person, projectId, source }: Connection,
  asked: string | undefined,
): Promise<Finding[]> {
  const check = 'token';
  const project = asked ?? projectId;
  let identity: TokenIdentity;
  try {
    if (person) {
      const { name, id } = await findProject(client, project);
      return [{ check, verdict: 'ok', message: `${person.email} is signed in, and has the project ${name} (${id}).` }];
    }
    identity = await client.get('/tokens/me');
  } catch (error) {
    if (error instanceof SignInOver) return [{ check, verdict: 'fail', message: error.message }];
    if (!(error instanceof ApiError)) throw error;
    const from = source === undefined ? '' : `The token is from ${source}. `;
    const advice = `${from}Run "npx stele login" again, or make one: npx stele tokens create NAME --scope admin --env`;
    return [{ check, verdict: 'fail', message: `The API refuses the token (${error.status} ${error.code}).`, advice }];
  }
  const { scope, expires_at: expires, project: own } = identity;
  const findings: Finding[] = [
    {
      check,
      verdict: 'ok',
      message: `The token "${identity.name}" is valid, for the project ${own.name}${expires === null ? '' : ` until ${expires}`}.`,
    },
    scope === 'admin'
      ? { check: 'scope', verdict: 'ok', message: 'Its scope is admin, which is enough for every command.' }
      : {
          check: 'scope',
          verdict: 'warn',
          message: `Its scope is ${scope}: enough for a website, not for commands that read the schema or write.`,
          advice: 'For those, sign in with "npx stele login", or use an admin token.',
        },
  ];
  if (project !== undefined && project !== own.id && project !== own.slug) {
    findings.push({
      check: 'project',
      verdict: 'fail',
      message: `The token isn't of ${project}.`,
      advice: 'Use a token of that project.',
    });
  }
  return findings;
}
