import { cleanUrl } from '../address.ts';
import { connect } from '../api.ts';
import { ioFor, tokenOfOther } from '../connection.ts';
import { credentialsFile, readPeople, storeLogin, storePerson } from '../credentials.ts';
import { UserError } from '../errors.ts';
import { identify } from '../identity.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { terminalQuestions } from '../prompts/questions.ts';
import { endSignIn, signInByCode } from './device-sign-in.ts';

export interface LoginOptions {
  readonly url?: string;
  readonly token?: string;
  /** False to open no browser. */
  readonly browser?: boolean;
  readonly json?: boolean;
}

/**
 * `stele login`: signs a person in by a code that they allow in the browser; or, given a project token, keeps that for later
 * commands, once the API knows it.
 */
export async function loginCommand(given: Io, options: LoginOptions): Promise<number> {
  const io = ioFor(given, options.url);
  const output = new Output(io, options);
  const url = cleanUrl(options.url ?? (io.env.STELE_URL || (await askUrl(io, output))));
  const token = options.token ?? (io.env.STELE_TOKEN || undefined);
  if (token === undefined) {
    if (options.browser !== false && !output.interactive) {
      if (given.env.STELE_TOKEN && !io.env.STELE_TOKEN) throw new UserError(tokenOfOther(given.env.STELE_URL, url));
      throw new UserError(
        'This is not an interactive terminal. Give --token, or the variable STELE_TOKEN; or --no-browser, to print a code and wait until someone allows it.',
      );
    }
    return signInPerson(io, url, options, output);
  }
  const source = options.token === undefined ? 'the variable STELE_TOKEN' : '--token';
  const { project, name, scope } = await identify(connect(io, { url, token }), { url, token, source }, undefined);
  if (scope !== 'admin') {
    throw new UserError(`The token's scope is ${scope}. Log in with an admin token: the project's settings make one.`);
  }
  await storeLogin(io, { url, token, project: { id: project.id, slug: project.slug, name: project.name } });
  const file = credentialsFile(io.env);
  output.result({ url, project: { id: project.id, name: project.name }, token: { name, scope }, file });
  output.say(`Logged in to ${project.name} at ${url} with the token "${name}". Stored in ${file}.`);
  return 0;
}

function askUrl(io: Io, output: Output): Promise<string> {
  if (!output.interactive) throw new UserError('Give the address of the API: --url, or the variable STELE_URL.');
  return terminalQuestions(io).text('Address of the API', (answer) =>
    /^https?:\/\//.test(answer) ? undefined : 'It begins with http:// or https://.',
  );
}

async function signInPerson(io: Io, url: string, options: LoginOptions, output: Output): Promise<number> {
  const person = await signInByCode(
    io,
    url,
    async ({ user_code: code, verification_uri: at, verification_uri_complete }) => {
      output.note(`Open ${at} and enter the code ${code}`);
      if (options.browser !== false && output.interactive) await io.open(verification_uri_complete);
    },
  );
  const earlier = (await readPeople(io).catch(() => [])).find((one) => one.url === person.url);
  await storePerson(io, person);
  if (earlier) await endSignIn(earlier);
  const file = credentialsFile(io.env);
  output.result({ url, email: person.email, file });
  output.say(`Signed in at ${url} as ${person.email}. Stored in ${file}.`);
  return 0;
}
