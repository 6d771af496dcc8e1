import { credentialsFile, readPerson, removeLogin } from '../credentials.ts';
import { endSignIn } from '../login/device-sign-in.ts';
import { Output } from '../output/output.ts';

/**
 * `stele logout`: forgets what `stele login` kept, and ends a person's sign-in on the server. A project token stays valid.
 *
 * @returns the exit code
 */
export async function logoutCommand(options: { readonly json?: boolean }, env: NodeJS.ProcessEnv): Promise<number> {
  const output = new Output(options);
  const person = await readPerson(env).catch(() => null);
  const ended = person !== null && (await endSignIn(person));
  const removed = await removeLogin(env);
  const file = credentialsFile(env);
  output.result({ removed, ended, file });
  if (!removed) output.say('You were not logged in.');
  else if (person === null) output.say(`Logged out: removed ${file}. The token itself stays valid until it's revoked.`);
  else output.say(`Logged out: removed ${file}.${ended ? ' The sign-in has ended on the server too.' : ''}`);
  if (person !== null && !ended) {
    output.note(`The server didn't end the sign-in. End it in the admin, under Account: ${person.admin_url}/account`);
  }
  return 0;
}
