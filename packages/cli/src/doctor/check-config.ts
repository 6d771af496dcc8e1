import { findConfig } from '../config/find-config.ts';
import { loadConfig } from '../config/load-config.ts';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import type { Finding } from './check.ts';

/** Whether there is a config that makes sense. */
export async function checkConfig(io: Io, file: string | undefined): Promise<Finding> {
  const check = 'config';
  if (file === undefined && findConfig(io.cwd) === null) {
    const advice =
      'Run "npx stele init" for a first one, or "npx stele pull" for that of the project. Importing needs none.';
    return { check, verdict: 'warn', message: 'There is no config in this folder.', advice };
  }
  try {
    const config = await loadConfig(io, file);
    const count = config.schema.collections.length;
    return { check, verdict: 'ok', message: `${config.file} defines ${count} collection${count === 1 ? '' : 's'}.` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { check, verdict: 'fail', message: error.message, advice: 'Fix the config.' };
  }
}
