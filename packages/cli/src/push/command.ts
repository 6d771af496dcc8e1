import { randomUUID } from 'node:crypto';
import type { SyncResult } from '../api/shapes.ts';
import { loadConfig } from '../config/load-config.ts';
import { ApiFailure, UserError } from '../errors.ts';
import { Output } from '../output/output.ts';
import { terminalQuestions } from '../prompts/questions.ts';
import { compareSchema } from '../schema/compare.ts';
import { withOtherCollections } from '../schema/keep-others.ts';
import { parseRename } from '../schema/rename-flag.ts';
import { describeDiff, entries } from '../schema/show-changes.ts';
import { openSession, type SharedOptions } from '../session.ts';
import { AskingJudge } from './asking-judge.ts';
import { FlagJudge } from './flag-judge.ts';
import { readMigrations } from './read-migrations.ts';
import { type Settled, settle } from './settle.ts';

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
  const settled = await settle(
    { schema, renames, migrations },
    (proposal) => compareSchema(api, project.id, proposal),
    judge,
    (diff, { migrations: decided }) =>
      output.say(`${describeDiff(diff, output.colours, { migrations: decided, hints: !asks })}\n`),
  );
  if (settled.diff.unchanged) {
    output.result({ ...settled.diff, version: settled.diff.base_version });
    output.say('Nothing changed: the project has this schema already.');
    return 0;
  }
  await judge.confirm(settled.diff);
  const result = await push(settled, (proposal, diff) => api.syncSchema(project.id, proposal, diff, randomUUID()));
  output.result(result);
  output.say(describe(result));
  return 0;
}

async function push(
  { proposal, diff }: Settled,
  sync: (proposal: Settled['proposal'], diff: Settled['diff']) => Promise<SyncResult>,
): Promise<SyncResult> {
  try {
    return await sync(proposal, diff);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.code === 'schema.version_conflict') {
      throw new UserError('Somebody pushed another schema meanwhile. Run it again to see what differs now.');
    }
    if (error.code === 'schema.confirmation_required' || error.code === 'schema.migration_required') {
      const lines = error.details.map(({ message }) => `  ${message}`);
      throw new UserError(
        ['Nothing was changed: what the push would do changed since it was shown. Run it again.', ...lines].join('\n'),
        error.details,
      );
    }
    throw error;
  }
}

function describe({ version, unchanged, migrated_entries: migrated, snapshot_id: snapshot }: SyncResult): string {
  if (unchanged) return 'Nothing changed: the project has this schema already.';
  const moved = migrated > 0 ? ` ${entries(migrated)} migrated.` : '';
  const live = snapshot === null ? '' : ` What is live was migrated with it (${snapshot}).`;
  return `Pushed: the schema is at version ${version}.${moved}${live}`;
}
