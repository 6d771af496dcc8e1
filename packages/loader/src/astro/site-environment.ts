import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { createLoader as createPlainLoader } from '../index.ts';
import { takeVariables } from '../take-variables.ts';
import { marksPreviews } from './preview-marks.ts';

/**
 * Reads the STELE_* variables of a site's .env files into the environment, where the loader looks for them: Astro itself gives
 * them to `import.meta.env` only. Variables of the environment itself stay; of the files, those of the mode and local ones win,
 * as in Vite.
 *
 * @returns the variables as one text, which is another one once a file says something else
 */
export function readSiteEnvironment(
  folder = process.cwd(),
  env: Record<string, string | undefined> = process.env,
): string {
  const mode = env.NODE_ENV === 'development' ? 'development' : 'production';
  return takeVariables(() => {
    const found: NodeJS.Dict<string> = {};
    for (const name of [`.env.${mode}.local`, `.env.${mode}`, '.env.local', '.env']) {
      for (const [variable, value] of Object.entries(readFile(path.join(folder, name)))) found[variable] ||= value;
    }
    return found;
  }, env);
}

/**
 * The loader's `createLoader`, which knows the site's .env files, and where pages listen to the editor. Reads drafts where the
 * variable STELE_DRAFTS is 1, unless `drafts` says otherwise. Takes, returns and throws the same.
 */
export const createLoader: typeof createPlainLoader = (options = {}) => {
  readSiteEnvironment();
  const drafts = options.drafts ?? (options.snapshot === undefined && process.env.STELE_DRAFTS === '1');
  if (process.env.STELE_MARKS) return createPlainLoader({ ...options, drafts });
  return createPlainLoader({ ...options, drafts, marks: options.marks ?? marksPreviews() });
};

function readFile(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
