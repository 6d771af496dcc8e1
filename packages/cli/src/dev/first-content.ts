import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../errors.ts';
import { importCommand } from '../import/command.ts';

/** Keeps the content of a site's folder from being imported twice, also when somebody deleted some of it since. */
const MARK = 'first-content';

/** Content for a new instance. */
export interface FirstContent {
  /** A folder with `entries.jsonl` and perhaps `assets`, as `stele export` writes them; or with Markdown files. */
  readonly folder: string;
  /** Of Markdown files: the collection that they go into. */
  readonly as?: string;
}

/**
 * Imports content into a new local instance, and publishes it.
 *
 * @param dataDirectory of the instance
 * @throws UserError when the folder holds no content, or not all of it could be imported: then it's tried again next time
 */
export async function importFirstContent(
  { folder, as }: FirstContent,
  dataDirectory: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const mark = path.join(dataDirectory, MARK);
  if (existsSync(mark)) return;
  const instance = path.join(dataDirectory, 'instance.json');
  const shared = { instance, publish: true, addLocales: true };
  const lines = path.join(folder, 'entries.jsonl');
  const assets = path.join(folder, 'assets');
  if (as === undefined && !existsSync(lines)) {
    throw new UserError(
      `There is no file ${lines}. "stele export ${lines}" writes one; for a folder of Markdown files, say with --as which collection they go into.`,
    );
  }
  const code =
    as === undefined
      ? await importCommand(lines, { ...shared, ...(existsSync(assets) && { assets }) }, env)
      : await importCommand(folder, { ...shared, as }, env);
  if (code !== 0) throw new UserError(`Not all content of ${folder} could be imported; see above.`);
  await writeFile(mark, '');
}
