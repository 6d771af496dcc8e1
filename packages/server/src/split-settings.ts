import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { variablesOf } from './part-variables.ts';
import { PARTS } from './settings.ts';

/**
 * Writes the settings of each part, as FOLDER/PART/stele.env, from a file with those of all. Only the file's owner may read them.
 *
 * @throws Error with a sentence when a setting takes more than a line
 */
export async function splitSettings(file: string, folder: string): Promise<void> {
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const all = parseEnv(text);
  for (const part of PARTS) {
    const own = variablesOf(part, all);
    const lines = text.split('\n').filter((line) => Object.hasOwn(own, nameIn(line)));
    const settings = `${lines.join('\n')}\n`;
    if (!isDeepStrictEqual({ ...parseEnv(settings) }, { ...own })) {
      throw new Error(`A setting in ${file} takes more than one line: write it in one.`);
    }
    const place = path.join(folder, part, 'stele.env');
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    await writeFile(`${place}.new`, settings, { mode: 0o600 });
    await rename(`${place}.new`, place);
  }
}

/** The name that a line of settings gives a value; empty when it gives none. */
function nameIn(line: string): string {
  return /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? '';
}
