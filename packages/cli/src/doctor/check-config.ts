import { findConfig } from '../config/find-config.ts';
import { loadConfig } from '../config/load-config.ts';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { counted } from '../output/words.ts';
import { type Finding, fail, ok, warn } from './check.ts';

/** Whether there is a config that makes sense. */
export async function checkConfig(io: Io, file: string | undefined): Promise<Finding> {
  if (file === undefined && findConfig(io.cwd) === null) {
    const advice =
      'Run "npx stele init" for a first one, or "npx stele pull" for that of the project. Importing needs none.';
    return warn('config', 'There is no config in this folder.', advice);
  }
  try {
    const config = await loadConfig(io, file);
    return ok('config', `${config.file} defines ${counted(config.schema.collections.length, 'collection')}.`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return fail('config', error.message, 'Fix the config.');
  }
}
