import { loadConfig } from '../config/load-config.ts';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { terminalQuestions } from '../prompts/questions.ts';
import { compareSchema, type SchemaProposal } from '../schema/compare.ts';
import { DiffReport } from '../schema/diff-report.ts';
import { withOtherCollections } from '../schema/keep-others.ts';
import { applyLine, planLine } from '../schema/printed-commands.ts';
import { parseRename } from '../schema/rename-flag.ts';
import { rollOuts } from '../schema/roll-out.ts';
import { openSession, type Session, type SharedOptions } from '../session.ts';
import { writeFileAtomically } from '../write-file.ts';
import { applyPlan } from './apply.ts';
import { AskingJudge } from './asking-judge.ts';
import { FlagJudge } from './flag-judge.ts';
import type { Judge } from './judge.ts';
import { makePlan, readPlan } from './plan.ts';
import { planComment } from './plan-comment.ts';
import { describePush, type Pushed, pushSchema } from './push-schema.ts';
import { readMigrations } from './read-migrations.ts';
import { type OnDiff, settle } from './settle.ts';

export interface PushOptions extends SharedOptions {
  readonly config?: string;
  readonly keepOthers?: boolean;
  readonly yes?: boolean;
  readonly allowDestructive?: boolean;
  readonly allowInvalid?: boolean;
  readonly rename?: readonly string[];
  readonly migrate?: string;
  /** File for the plan; nothing is pushed then. */
  readonly plan?: string;
  /** File that gets the plan as Markdown; - for standard output. */
  readonly comment?: string;
  /** File with the plan that's to be pushed. */
  readonly apply?: string;
}

/** `stele push`: makes the config the project's schema, once what it does to content is confirmed. */
export async function pushCommand(io: Io, options: PushOptions): Promise<number> {
  checkOptions(options);
  const output = new Output(io, { ...options, stdoutTaken: options.comment === '-' });
  const renames = (options.rename ?? []).map(parseRename);
  const migrations = options.migrate === undefined ? [] : await readMigrations(io, options.migrate);
  const applied = options.apply === undefined ? null : await readPlan(io, options.apply, options);
  const { file, schema: own } = await loadConfig(io, options.config);
  const session = await openSession(io, options, output, { admin: 'Pushing' });
  const { api, project } = session;
  const keepOthers = applied?.plan.keep_others ?? options.keepOthers ?? false;
  const schema = keepOthers ? await withOtherCollections(api, own) : own;
  const { yes = false, allowDestructive = false, allowInvalid = false } = options;
  if (applied) {
    const judge = new FlagJudge({ yes: true, allowDestructive, allowInvalid });
    return report(output, await applyPlan(session, applied, schema, judge));
  }
  const asks = output.interactive && !yes;
  const permissions = { yes: yes || options.plan !== undefined, allowDestructive, allowInvalid };
  const judge: Judge = asks ? new AskingJudge(terminalQuestions(io)) : new FlagJudge(permissions);

  output.say(`Comparing ${file} with the schema of ${project.name}.\n`);
  const proposal: SchemaProposal = { schema, renames, migrations };
  const changes = new DiffReport(output, { hints: !asks, guidance: { ...options, asks } });
  const onDiff: OnDiff = (diff, shown) => changes.show(diff, shown);
  if (options.plan !== undefined)
    return writePlan(io, session, { ...options, plan: options.plan }, proposal, judge, output, onDiff);
  return report(output, await pushSchema({ api, proposal, judge, onDiff }));
}

function checkOptions({ plan, apply, comment, json, rename, migrate, keepOthers }: PushOptions): void {
  if (plan !== undefined && apply !== undefined) throw new UserError('Give either --plan or --apply.');
  if (comment !== undefined && plan === undefined) throw new UserError('--comment goes with --plan FILE.');
  if (comment === '-' && json) throw new UserError('Standard output takes either --json or --comment -.');
  if (apply !== undefined && (rename !== undefined || migrate !== undefined || keepOthers)) {
    throw new UserError(
      'The plan says what is renamed, migrated and kept: leave out --rename, --migrate and --keep-others.',
    );
  }
}

/** Writes what a push would do. Everything is decided but whether it's done. */
async function writePlan(
  io: Io,
  { api, project }: Session,
  options: PushOptions & { readonly plan: string },
  proposal: SchemaProposal,
  judge: Judge,
  output: Output,
  onDiff: OnDiff,
): Promise<number> {
  const { plan: file, comment } = options;
  const settled = await settle(proposal, (one) => compareSchema(api, one), judge, onDiff);
  const plan = makePlan(project.id, options, settled.proposal, settled.diff);
  await writeFileAtomically(io, file, `${JSON.stringify(plan, null, 2)}\n`);
  if (comment !== undefined) {
    const run = { ...options, asks: false };
    const text = planComment(plan, project.name, {
      rollOuts: rollOuts(plan.changes, settled.proposal, run),
      push: [planLine(options, file, plan.renames), applyLine(options, file, plan.changes)],
    });
    if (comment === '-') io.stdout.write(text);
    else await writeFileAtomically(io, comment, text);
  }
  output.result(plan);
  output.say(`Wrote the plan to ${file}. Nothing was pushed. To push it: ${applyLine(options, file, plan.changes)}`);
  return 0;
}

function report(output: Output, { diff, result }: Pushed): number {
  output.result(result ?? { ...diff, version: diff.base_version });
  output.say(describePush(result));
  return 0;
}
