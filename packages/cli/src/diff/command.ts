import { loadConfig } from '../config/load-config.ts';
import type { Io } from '../io.ts';
import { Output } from '../output/output.ts';
import { fillsOfNewFields } from '../push/settle.ts';
import { compareSchema } from '../schema/compare.ts';
import { withOtherCollections } from '../schema/keep-others.ts';
import { parseRename } from '../schema/rename-flag.ts';
import { countChanges, describeDiff } from '../schema/show-changes.ts';
import { openSession, type SharedOptions } from '../session.ts';

export interface DiffOptions extends SharedOptions {
  readonly config?: string;
  readonly keepOthers?: boolean;
  readonly rename?: readonly string[];
}

/** `stele diff`: shows what a push would change. @returns the exit code: 0 when the schemas are the same, 1 when not */
export async function diffCommand(io: Io, options: DiffOptions): Promise<number> {
  const output = new Output(io, options);
  const renames = (options.rename ?? []).map(parseRename);
  const { file, schema: own } = await loadConfig(io, options.config);
  const { api, project } = await openSession(io, options, output, { admin: 'Comparing schemas' });
  const schema = options.keepOthers ? await withOtherCollections(api, own) : own;
  const plain = await compareSchema(api, { schema, renames, migrations: [] });
  const migrations = fillsOfNewFields(plain.changes);
  const diff = migrations.length > 0 ? await compareSchema(api, { schema, renames, migrations }) : plain;
  output.result({ ...diff, counts: countChanges(diff.changes) });
  if (diff.unchanged) {
    output.say(`${file} and the schema of ${project.name} are the same.`);
    return 0;
  }
  const against = diff.base_version === 0 ? 'which has none yet' : `version ${diff.base_version}`;
  output.say(`${file} differs from the schema of ${project.name}, ${against}.\n`);
  output.say(describeDiff(diff, output.colours, { migrations }));
  return 1;
}
