import type { Api } from '../api/api.ts';
import type { SchemaDiff, SchemaProposal } from '../api/shapes.ts';
import { ApiFailure, UserError } from '../errors.ts';
import { describeProblem, isDone } from './rename-problem.ts';

/**
 * What a proposal would change. A schema that is active already changes nothing, so renames and migrations that came
 * with it when it was pushed may be given again.
 *
 * @throws UserError for renames that fit nothing that changes; ApiFailure, for such migrations too
 */
export async function compareSchema(api: Api, projectId: string, proposal: SchemaProposal): Promise<SchemaDiff> {
  const { schema: after, renames, migrations } = proposal;
  if (renames.length + migrations.length > 0) {
    const plain = await api.diffSchema(projectId, { ...proposal, renames: [], migrations: [] });
    if (plain.unchanged) {
      const step = { before: after, after };
      const unfit = renames.filter((rename) => !isDone(rename, step));
      if (unfit.length === 0) return plain;
      throw new UserError(unfit.map((rename) => describeProblem(rename, step, renames)).join('\n'));
    }
  }
  try {
    return await api.diffSchema(projectId, proposal);
  } catch (error) {
    const unfit = error instanceof ApiFailure ? renames.filter((_, index) => isAbout(error, index)) : [];
    if (unfit.length === 0) throw error;
    const step = { before: (await api.activeSchema(projectId))?.schema ?? null, after };
    throw new UserError(unfit.map((rename) => describeProblem(rename, step, renames)).join('\n'));
  }
}

/** Whether the API refuses one of the renames. */
function isAbout({ details }: ApiFailure, index: number): boolean {
  return details.some(({ path }) => path[0] === 'renames' && path[1] === index);
}
