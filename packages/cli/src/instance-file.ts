import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cleanUrl, isAddress, isSameAddress } from './address.ts';
import { UserError } from './errors.ts';
import { type Io, placeOf } from './io.ts';
import { parseJson } from './parse-json.ts';

/** An instance.json, as `npm start` and `stele dev` write it. */
export interface Instance {
  readonly api_url: string;
  readonly admin_url?: string;
  readonly content_url?: string;
  readonly project_id?: string;
  readonly login?: { readonly email: string; readonly password: string };
  readonly tokens?: { readonly admin?: string; readonly read_published?: string; readonly read_draft?: string };
}

/** The file that says where the instance of this folder is. */
export function instanceFile(env: NodeJS.ProcessEnv): string {
  return path.join(env.STELE_DATA_DIR || '.stele', 'instance.json');
}

/** Reads an instance.json. @throws UserError when there's none, or no address in it */
export async function readInstance(io: Io, file: string): Promise<Instance> {
  const text = await readFile(placeOf(io, file), 'utf8').catch(() => {
    throw new UserError(
      `There is no readable file ${file}. Start the instance first with "npx stele dev", or as you started it before.`,
    );
  });
  const known = parseJson(text) as Instance | null | undefined;
  if (!known || !isAddress(known.api_url)) {
    throw new UserError(
      `${file} is damaged: no address of an API can be read from it. Start the instance again, which writes the file.`,
    );
  }
  return { ...known, api_url: cleanUrl(known.api_url) };
}

/**
 * The instance of this folder, if it's meant: when no address is given, or its own.
 *
 * @throws UserError when no address is given, and its file is damaged
 */
export async function findInstance(io: Io, url: string | undefined): Promise<Instance | null> {
  const file = instanceFile(io.env);
  if (!existsSync(placeOf(io, file))) return null;
  if (url === undefined) return readInstance(io, file);
  const instance = await readInstance(io, file).catch(() => null);
  return isSameAddress(url, instance?.api_url) ? instance : null;
}
