import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../errors.ts';
import { importCommand } from '../import/command.ts';

/** Keeps the content of a site's folder from being imported twice, also when somebody deleted some of it since. */
const MARK = 'first-content';

/**
 * Imports content into a new local instance: `entries.jsonl` and, if there, `assets` of a folder, as `stele export` writes them.
 *
 * @param dataDirectory of the instance
 * @throws UserError when the folder has no such file, or not all of it could be imported: then it's tried again next time
 */
export async function importFirstContent(folder: string, dataDirectory: string, env: NodeJS.ProcessEnv): Promise<void> {
  const mark = path.join(dataDirectory, MARK);
  if (existsSync(mark)) return;
  const lines = path.join(folder, 'entries.jsonl');
  if (!existsSync(lines)) throw new UserError(`There is no file ${lines}. "stele export ${lines}" writes one.`);
  const assets = path.join(folder, 'assets');
  const options = {
    instance: path.join(dataDirectory, 'instance.json'),
    publish: true,
    addLocales: true,
    ...(existsSync(assets) && { assets }),
  };
  const code = await importCommand(lines, options, env);
  if (code !== 0) throw new UserError(`Not all content of ${folder} could be imported; see above.`);
  await writeFile(mark, '');
}
