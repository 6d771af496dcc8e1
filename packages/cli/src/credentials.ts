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

/** The stored login; null when there is none. @throws UserError when the file is damaged */
export async function readLogin(env: Variables): Promise<StoredLogin | null> {
  const file = credentialsFile(env);
  const text = await readTextIfThere(file);
  if (text === null) return null;
  try {
    const login = JSON.parse(text) as StoredLogin;
    if (typeof login.url === 'string' && typeof login.token === 'string') return login;
  } catch {
    // Answered below, as what is no login.
  }
  throw new UserError(`${file} is damaged. Run "stele login" to write it anew.`);
}

/** Keeps a login where only the user can read it. @throws UserError when it can't be written */
export function storeLogin(login: StoredLogin, env: Variables): Promise<void> {
  const text = `${JSON.stringify(login, null, 2)}\n`;
  return writeFileAtomically(credentialsFile(env), text, { file: 0o600, folder: 0o700 });
}

/** Forgets the login. @returns whether there was one */
export async function removeLogin(env: Variables): Promise<boolean> {
  const file = credentialsFile(env);
  const isThere = (await readTextIfThere(file)) !== null;
  await rm(file, { force: true });
  return isThere;
}
