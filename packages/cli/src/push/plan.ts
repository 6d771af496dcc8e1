import type { SchemaChange, SchemaDiff } from '@stele/client';
import type { Migration, Rename } from '@stele/schema';
import { UserError } from '../errors.ts';
import type { Io } from '../io.ts';
import { parseJson } from '../parse-json.ts';
import type { SchemaProposal } from '../schema/compare.ts';
import { planLine, type RepeatedOptions } from '../schema/printed-commands.ts';
import { readTextIfThere } from '../write-file.ts';

const FORMAT = 1;

/** A planned push, as a file that people can agree to before it's pushed. */
export interface PushPlan {
  readonly format: typeof FORMAT;
  readonly project_id: string;
  /** Version of the schema that the plan was made against. */
  readonly base_version: number;
  /** Of the schema that's to be pushed. */
  readonly hash: string;
  readonly keep_others: boolean;
  /** The config that it was made from, if the command line named one. */
  readonly config?: string | undefined;
  /** The file that its migrations were read from. */
  readonly migrate?: string | undefined;
  readonly renames: readonly Rename[];
  readonly migrations: readonly Migration[];
  readonly changes: readonly SchemaChange[];
}

/** The plan of a push about which everything is decided. */
export function makePlan(
  projectId: string,
  { keepOthers = false, config, migrate }: RepeatedOptions,
  { renames, migrations }: SchemaProposal,
  { base_version, hash, changes }: SchemaDiff,
): PushPlan {
  return {
    format: FORMAT,
    project_id: projectId,
    base_version,
    hash,
    keep_others: keepOthers,
    config,
    migrate,
    renames,
    migrations,
    changes,
  };
}

export interface AppliedPlan {
  readonly plan: PushPlan;
  /** The command that makes a new plan with the same decisions, for the server of this run. */
  readonly again: string;
}

/** Reads a plan. @throws UserError when the file holds none */
export async function readPlan(io: Io, file: string, options: RepeatedOptions): Promise<AppliedPlan> {
  const text = await readTextIfThere(io, file);
  const writer = `This writes one: ${planLine(options, file, [])}`;
  if (text === null) throw new UserError(`There is no file ${file}. ${writer}`);
  const plan = parseJson(text) as PushPlan | null | undefined;
  if (plan?.format !== FORMAT || !Array.isArray(plan.changes)) {
    throw new UserError(`${file} isn't a plan of this version of the command. ${writer}`);
  }
  const { keep_others: keepOthers, migrate, renames } = plan;
  const config = options.config ?? plan.config;
  return { plan, again: planLine({ ...options, config, keepOthers, migrate }, file, renames) };
}

/** @throws UserError when a plan is for another project */
export function checkProject(plan: PushPlan, projectId: string): void {
  if (plan.project_id === projectId) return;
  throw new UserError(
    `The plan is for the project ${plan.project_id}, the token of ${projectId}. Nothing was changed.`,
  );
}

/**
 * Holds a plan against what a push would do now.
 *
 * @throws UserError when the project's schema or the config changed since, or the push would do worse than the plan says
 */
export function checkPlan({ plan, again }: AppliedPlan, diff: SchemaDiff): void {
  const advice = `Nothing was changed. Make a new plan: ${again}`;
  if (plan.base_version !== diff.base_version) {
    const versions = `it was made for version ${plan.base_version}, and version ${diff.base_version} is active`;
    throw new UserError(`The project's schema changed since the plan: ${versions}. ${advice}`);
  }
  // The hash is of the other collections too, when those are kept: it only identifies the config while the version is the same.
  if (plan.hash !== diff.hash) throw new UserError(`The config has changed since the plan. ${advice}`);
  const planned = new Map(plan.changes.map((change) => [change.id, change]));
  const worse = diff.changes.flatMap((change) => {
    const reason = whyWorse(change, planned.get(change.id));
    return reason === null ? [] : [{ change, line: `  ${change.message}${reason}` }];
  });
  if (worse.length > 0) {
    throw new UserError(
      [`Content has changed: the push would do worse than planned. ${advice}`, ...worse.map(({ line }) => line)].join(
        '\n',
      ),
      worse.map(({ change }) => change),
    );
  }
}

const RANKS = ['safe', 'needs_migration', 'destructive'] as const;

/**
 * How a change is worse than was planned: of another class, or of more entries; empty when its message says all. Null when it isn't.
 */
function whyWorse(now: SchemaChange, planned: SchemaChange | undefined): string | null {
  if (!planned || RANKS.indexOf(now.class) > RANKS.indexOf(planned.class)) return '';
  const counts = [
    ...(now.class === 'destructive' ? [['Entries', now.affected_entries, planned.affected_entries] as const] : []),
    ['Live entries', now.live_entries, planned.live_entries] as const,
    ["Live entries that can't be published again", now.unpublishable_entries, planned.unpublishable_entries] as const,
  ];
  const more = counts.filter(([, count, before]) => count > before);
  if (more.length === 0) return null;
  return more.map(([what, count, before]) => ` ${what}: ${count}, ${before} in the plan.`).join('');
}
