import { credentialsFile, readPeople, removeLogin } from '../credentials.ts';
import { endSignIn } from '../login/device-sign-in.ts';
import { Output } from '../output/output.ts';

/**
 * `stele logout`: forgets all that `stele login` kept, and ends personal sign-ins on their servers. A project token stays valid.
 *
 * @returns the exit code
 */
export async function logoutCommand(options: { readonly json?: boolean }, env: NodeJS.ProcessEnv): Promise<number> {
  const output = new Output(options);
  const people = await readPeople(env).catch(() => []);
  const ends = await Promise.all(people.map(async (person) => ({ person, ended: await endSignIn(person) })));
  const open = ends.filter(({ ended }) => !ended).map(({ person }) => person);
  const ended = people.length > 0 && open.length === 0;
  const removed = await removeLogin(env);
  const file = credentialsFile(env);
  output.result({ removed, ended, file });
  if (!removed) output.say('You were not logged in.');
  else if (people.length === 0)
    output.say(`Logged out: removed ${file}. The token itself stays valid until it's revoked.`);
  else output.say(`Logged out: removed ${file}.${ended ? ' The sign-in has ended on the server too.' : ''}`);
  for (const { url, admin_url: admin } of open) {
    output.note(`${url} didn't end the sign-in. End it in the admin, under Account: ${admin}/account`);
  }
  return 0;
}
