import { connect } from '../api.ts';
import { findConfig } from '../config/find-config.ts';
import { loadConfig } from '../config/load-config.ts';
import { findConnection } from '../connection.ts';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { counted } from '../output/words.ts';
import type { SharedOptions } from '../session.ts';
import { type Finding, fail, ok, type Verdict, warn } from './check.ts';
import { checkApi } from './check-api.ts';
import { checkToken } from './check-token.ts';

export interface DoctorOptions extends SharedOptions {
  readonly config?: string;
}

/** `stele doctor`: looks for what would keep the other commands from working. @returns the exit code: 2 on a failure */
export async function doctorCommand(io: Io, options: DoctorOptions): Promise<number> {
  const output = new Output(io, options);
  const findings = [await checkConfig(io, options.config), ...(await checkConnection(io, options))];
  const healthy = findings.every(({ verdict }) => verdict !== 'fail');
  output.result({ healthy, checks: findings });
  const { green, yellow, red, dim } = output.colours;
  const marks: Readonly<Record<Verdict, string>> = { ok: green('ok  '), warn: yellow('warn'), fail: red('fail') };
  for (const { check, verdict, message, advice } of findings) {
    output.say(`${marks[verdict]}  ${check.padEnd(10)} ${message}`);
    if (advice !== undefined) output.say(dim(`                  → ${advice}`));
  }
  return healthy ? 0 : 2;
}

async function checkConnection(io: Io, options: DoctorOptions): Promise<readonly Finding[]> {
  try {
    const connection = await findConnection(io, options);
    const findings = await checkApi(io, connection.url);
    if (findings.length === 1) return findings;
    const client = connect(io, connection, { retries: 0 });
    return [...findings, ...(await checkToken(client, connection, options.project))];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [fail('connection', error.message)];
  }
}

/** Whether there is a config that makes sense. */
async function checkConfig(io: Io, file: string | undefined): Promise<Finding> {
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
