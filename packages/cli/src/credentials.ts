import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { UserError } from './errors.ts';
import { type Io, placeOf } from './io.ts';
import { readTextIfThere, writeFileAtomically } from './write-file.ts';

interface StoredLogin {
  readonly url: string;
  readonly token: string;
  readonly project: { readonly id: string; readonly slug: string; readonly name: string };
}

export interface StoredPerson {
  readonly url: string;
  readonly id: string;
  readonly admin_url: string;
  readonly token: string;
  readonly email: string;
}

/** The file's content: a project token, sign-ins of people, or both. */
type Stored = Partial<StoredLogin> & {
  /** One for each address, the newest first. */
  readonly people?: readonly StoredPerson[];
};

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
export async function readLogin(io: Io): Promise<StoredLogin | null> {
  const { url, token, project } = await readStored(io);
  return url !== undefined && token !== undefined && project !== undefined ? { url, token, project } : null;
}

/** The personal sign-ins, one for each address, the newest first. @throws UserError when the file is damaged */
export async function readPeople(io: Io): Promise<readonly StoredPerson[]> {
  return (await readStored(io)).people ?? [];
}

/** Keeps a project token where only the user can read it. @throws UserError when it can't be written */
export async function storeLogin(io: Io, login: StoredLogin): Promise<void> {
  const { people } = await readStored(io).catch((): Stored => ({}));
  await writeStored(io, { ...login, ...(people && { people }) });
}

/** Keeps a person's sign-in where only the user can read it, in place of one at the same address. @throws UserError when it can't be written */
export async function storePerson(io: Io, person: StoredPerson): Promise<void> {
  const stored = await readStored(io).catch((): Stored => ({}));
  const others = (stored.people ?? []).filter(({ url }) => url !== person.url);
  await writeStored(io, { ...stored, people: [person, ...others] });
}

async function readStored(io: Io): Promise<Stored> {
  const file = credentialsFile(io.env);
  const text = await readTextIfThere(io, file);
  if (text === null) return {};
  try {
    const stored = JSON.parse(text) as Stored;
    const hasLogin = typeof stored.url === 'string' && typeof stored.token === 'string';
    const people = stored.people ?? [];
    const arePeople = people.every(({ url, token }) => typeof url === 'string' && typeof token === 'string');
    if (arePeople && (hasLogin || people.length > 0)) return stored;
  } catch {
    // Answered below, as what is no login.
  }
  throw new UserError(`${file} is damaged. Run "npx stele login" to write it again.`);
}

function writeStored(io: Io, stored: Stored): Promise<void> {
  const text = `${JSON.stringify(stored, null, 2)}\n`;
  return writeFileAtomically(io, credentialsFile(io.env), text, { file: 0o600, folder: 0o700 });
}

/** Forgets the login. @returns whether there was one */
export async function removeLogin(io: Io): Promise<boolean> {
  const file = credentialsFile(io.env);
  const isThere = (await readTextIfThere(io, file)) !== null;
  await rm(placeOf(io, file), { force: true });
  return isThere;
}
