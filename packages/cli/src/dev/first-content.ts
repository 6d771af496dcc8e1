import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiFailure, reasonOf, UserError } from '../errors.ts';
import { type ImportOptions, importCommand } from '../import/command.ts';
import type { Output } from '../output/output.ts';
import { shellWord } from '../output/shell-word.ts';

/** Keeps the content of a site's folder from being imported twice, also when somebody deleted some of it since. */
const MARK = 'first-content';

/** Content for a new instance. */
export interface FirstContent {
  /** A folder with `entries.jsonl` and perhaps `assets`, as `stele export` writes them; or with Markdown files. */
  readonly folder: string;
  /** Of Markdown files: the collection that they go into. */
  readonly as?: string;
  /** Globs of those that are left out. */
  readonly exclude?: readonly string[];
}

/**
 * Imports content into a new local instance, and publishes it. What can't be imported is said, with how to try again; it's also tried
 * the next time.
 *
 * @param dataDirectory of the instance
 * @throws UserError when the folder holds no content
 */
export async function importFirstContent(
  { folder, as, exclude }: FirstContent,
  dataDirectory: string,
  env: NodeJS.ProcessEnv,
  output: Output,
): Promise<void> {
  const mark = path.join(dataDirectory, MARK);
  if (existsSync(mark)) return;
  const lines = path.join(folder, 'entries.jsonl');
  const assets = path.join(folder, 'assets');
  if (!existsSync(folder)) throw new UserError(`There is no folder ${folder}.`);
  if (as === undefined && !existsSync(lines)) {
    throw new UserError(
      `There is no file ${lines}. "npx stele export ${lines}" writes one; for a folder of Markdown files, say with --as which collection they go into.`,
    );
  }
  const [file, options]: [string, FileOptions] =
    as === undefined
      ? [lines, { ...(existsSync(assets) && { assets }) }]
      : [folder, { as, ...(exclude && { exclude }) }];
  if (await isImported(file, options, dataDirectory, env, output)) return writeFile(mark, '');
  const words = Object.entries(options).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => [`--${name}`, shellWord(one)]),
  );
  // Without it, what the shell has for another address would count.
  const instance = shellWord(path.relative(process.cwd(), instanceOf(dataDirectory)));
  output.note(
    `\nNot all content of ${folder} could be imported; see above. Stele starts without it. Once you have fixed it, run in another terminal of this folder:\n\n  npx stele import ${[shellWord(file), ...words].join(' ')} --add-locales --instance ${instance}\n`,
  );
}

/** Options that an import of the content needs. */
type FileOptions = Pick<ImportOptions, 'as' | 'assets' | 'exclude'>;

function instanceOf(dataDirectory: string): string {
  return path.join(dataDirectory, 'instance.json');
}

/** Whether all content of a file or folder was imported; if not, why is said. */
async function isImported(
  file: string,
  options: FileOptions,
  dataDirectory: string,
  env: NodeJS.ProcessEnv,
  output: Output,
): Promise<boolean> {
  const instance = instanceOf(dataDirectory);
  try {
    return (await importCommand(file, { ...options, instance, publish: true, addLocales: true }, env)) === 0;
  } catch (error) {
    if (!(error instanceof UserError || error instanceof ApiFailure)) throw error;
    output.note(reasonOf(error));
    return false;
  }
}
