import { credentialsFile, readLogin, readPeople, removeLogin } from '../credentials.ts';
import type { Io } from '../io.ts';
import { endSignIn } from '../login/device-sign-in.ts';
import { Output } from '../output/output.ts';

/**
 * `stele logout`: forgets all that `stele login` kept, and ends personal sign-ins on their servers. A project token stays valid.
 */
export async function logoutCommand(io: Io, options: { readonly json?: boolean }): Promise<number> {
  const output = new Output(io, options);
  const login = await readLogin(io).catch(() => null);
  const people = await readPeople(io).catch(() => []);
  const signIns = await Promise.all(
    people.map(async (person) => {
      const { url, email, admin_url: admin } = person;
      return { url, email, admin, ended: await endSignIn(person) };
    }),
  );
  const removed = await removeLogin(io);
  const file = credentialsFile(io.env);
  output.result({
    removed,
    file,
    sign_ins: signIns.map(({ url, email, ended }) => ({ url, email, ended })),
    token: login && { url: login.url, project: { id: login.project.id, name: login.project.name } },
  });
  output.say(removed ? `Logged out: removed ${file}.` : 'You were not logged in.');
  for (const { url } of signIns.filter(({ ended }) => ended)) {
    output.say(`The sign-in at ${url} has ended on the server too.`);
  }
  if (login) output.say(`The token of ${login.project.name} at ${login.url} stays valid until it's revoked.`);
  for (const { url, admin } of signIns.filter(({ ended }) => !ended)) {
    output.note(`${url} didn't end the sign-in. End it in the admin, under Account: ${admin}/account`);
  }
  return 0;
}
