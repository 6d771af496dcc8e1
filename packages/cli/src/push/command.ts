import { loadConfig } from '../config/load-config.ts';
import { Output } from '../output/output.ts';
import { terminalQuestions } from '../prompts/questions.ts';
import { withOtherCollections } from '../schema/keep-others.ts';
import { parseRename } from '../schema/rename-flag.ts';
import { describeDiff } from '../schema/show-changes.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { AskingJudge } from './asking-judge.ts';
import { FlagJudge } from './flag-judge.ts';
import { describePush, pushSchema } from './push-schema.ts';
import { readMigrations } from './read-migrations.ts';

/** Options of `stele push`. */
export interface PushOptions extends SharedOptions {
  readonly config?: string;
  readonly keepOthers?: boolean;
  readonly yes?: boolean;
  readonly allowDestructive?: boolean;
  readonly rename?: readonly string[];
  readonly migrate?: string;
}

/** `stele push`: makes the config the project's schema, once what it does to content is confirmed. @returns the exit code */
export async function pushCommand(options: PushOptions, env: NodeJS.ProcessEnv): Promise<number> {
  const output = new Output(options);
  const renames = (options.rename ?? []).map(parseRename);
  const migrations = options.migrate === undefined ? [] : await readMigrations(options.migrate);
  const { file, schema: own } = await loadConfig(options.config);
  const { api, project } = await openSession(options, env, output, { admin: 'Pushing' });
  const schema = options.keepOthers ? await withOtherCollections(api, project.id, own) : own;
  const { yes = false, allowDestructive = false } = options;
  const asks = output.interactive && !yes;
  const judge = asks ? new AskingJudge(terminalQuestions) : new FlagJudge({ yes, allowDestructive });

  output.say(`Comparing ${file} with the schema of ${project.name}.\n`);
  const pushed = await pushSchema({
    api,
    projectId: project.id,
    proposal: { schema, renames, migrations },
    judge,
    onDiff: (diff, { migrations: decided }) =>
      output.say(`${describeDiff(diff, output.colours, { migrations: decided, hints: !asks })}\n`),
  });
  output.result(pushed.result ?? { ...pushed.diff, version: pushed.diff.base_version });
  output.say(describePush(pushed.result));
  return 0;
}
