import { Api } from '../api/api.ts';
import { Transport } from '../api/transport.ts';
import { cleanUrl } from '../connection.ts';
import { credentialsFile, storeLogin } from '../credentials.ts';
import { UserError } from '../errors.ts';
import { Output } from '../output/output.ts';
import { terminalQuestions } from '../prompts/questions.ts';

/** Options of `stele login`. */
export interface LoginOptions {
  readonly url?: string;
  readonly token?: string;
  readonly json?: boolean;
}

/** `stele login`: keeps address and token for later commands, once the API knows the token. @returns the exit code */
export async function loginCommand(options: LoginOptions, env: NodeJS.ProcessEnv): Promise<number> {
  const output = new Output(options);
  const url = cleanUrl(options.url ?? (env.STELE_URL || (await askUrl(output))));
  const token = options.token ?? (env.STELE_TOKEN || (await askToken(output)));
  const { project, name, scope } = await new Api(new Transport({ url, token })).identify();
  if (scope !== 'admin') {
    throw new UserError(`The token's scope is ${scope}. Log in with an admin token: the project's settings make one.`);
  }
  await storeLogin({ url, token, project: { id: project.id, name: project.name } }, env);
  const file = credentialsFile(env);
  output.result({ url, project: { id: project.id, name: project.name }, token: { name, scope }, file });
  output.say(`Logged in to ${project.name} at ${url} with the token "${name}". It's kept in ${file}.`);
  return 0;
}

function askUrl(output: Output): Promise<string> {
  if (!output.interactive) throw new UserError('Say where the API is: --url, or the variable STELE_URL.');
  return terminalQuestions.text('Address of the API', (answer) =>
    /^https?:\/\//.test(answer) ? undefined : 'It begins with http:// or https://.',
  );
}

function askToken(output: Output): Promise<string> {
  if (!output.interactive) throw new UserError('Give an admin token: --token, or the variable STELE_TOKEN.');
  return terminalQuestions.secret('Admin token (stl_admin_…)');
}
