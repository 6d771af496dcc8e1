import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { UserError } from './errors.ts';
import { readTextIfThere, writeFileAtomically } from './write-file.ts';

/** A login as it's kept for later commands. */
export interface StoredLogin {
  readonly url: string;
  readonly token: string;
  readonly project: { readonly id: string; readonly name: string };
}

/** A person's sign-in as it's kept for later commands. */
export interface StoredPerson {
  readonly url: string;
  readonly id: string;
  readonly admin_url: string;
  readonly token: string;
  readonly email: string;
}

/** What the file holds: a project token, a person's sign-in, or both. */
type Stored = Partial<StoredLogin> & { readonly person?: StoredPerson };

/** Variables of the environment. */
type Variables = Readonly<Record<string, string | undefined>>;

/** Where the login is kept: in the user's folder for configuration. */
export function credentialsFile(env: Variables, platform: NodeJS.Platform = process.platform): string {
  const home = env.HOME || homedir();
  const folder =
    platform === 'win32'
      ? env.APPDATA || path.join(home, 'AppData', 'Roaming')
      : env.XDG_CONFIG_HOME || path.join(home, '.config');
  return path.join(folder, 'stele', 'credentials.json');
}

/** The stored project token; null when there is none. @throws UserError when the file is damaged */
export async function readLogin(env: Variables): Promise<StoredLogin | null> {
  const { url, token, project } = await readStored(env);
  return url !== undefined && token !== undefined && project !== undefined ? { url, token, project } : null;
}

/** The person who is signed in; null when nobody is. @throws UserError when the file is damaged */
export async function readPerson(env: Variables): Promise<StoredPerson | null> {
  return (await readStored(env)).person ?? null;
}

/** Keeps a project token where only the user can read it. @throws UserError when it can't be written */
export async function storeLogin(login: StoredLogin, env: Variables): Promise<void> {
  const { person } = await readStored(env).catch((): Stored => ({}));
  await writeStored({ ...login, ...(person && { person }) }, env);
}

/** Keeps a person's sign-in where only the user can read it. @throws UserError when it can't be written */
export async function storePerson(person: StoredPerson, env: Variables): Promise<void> {
  await writeStored({ ...(await readStored(env).catch((): Stored => ({}))), person }, env);
}

async function readStored(env: Variables): Promise<Stored> {
  const file = credentialsFile(env);
  const text = await readTextIfThere(file);
  if (text === null) return {};
  try {
    const stored = JSON.parse(text) as Stored;
    const hasLogin = typeof stored.url === 'string' && typeof stored.token === 'string';
    const hasPerson = typeof stored.person?.url === 'string' && typeof stored.person.token === 'string';
    if (hasLogin || hasPerson) return stored;
  } catch {
    // Answered below, as what is no login.
  }
  throw new UserError(`${file} is damaged. Run "stele login" to write it again.`);
}

function writeStored(stored: Stored, env: Variables): Promise<void> {
  const text = `${JSON.stringify(stored, null, 2)}\n`;
  return writeFileAtomically(credentialsFile(env), text, { file: 0o600, folder: 0o700 });
}

/** Forgets the login. @returns whether there was one */
export async function removeLogin(env: Variables): Promise<boolean> {
  const file = credentialsFile(env);
  const isThere = (await readTextIfThere(file)) !== null;
  await rm(file, { force: true });
  return isThere;
}
