import type { Api } from '../api/api.ts';
import { ApiFailure } from '../errors.ts';
import type { Finding } from './check.ts';

/** Whether the token is valid, may do what the command does, and stays valid. @param project that it must be of */
export async function checkToken(api: Api, project: string | undefined): Promise<Finding[]> {
  const check = 'token';
  let identity: Awaited<ReturnType<Api['identify']>>;
  try {
    identity = await api.identify();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const advice = 'Make a new admin token in the settings of the project, then run "stele login".';
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
          verdict: 'fail',
          message: `Its scope is ${scope}; the command needs admin.`,
          advice: 'Use an admin token.',
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
