import { ApiError, type ProjectClient, type SchemaDiff } from '@stele/client';
import type { Migration, Rename, SchemaDocument } from '@stele/schema';
import { activeSchema } from '../api.ts';
import { UserError } from '../errors.ts';
import { describeProblem, isDone } from './rename-problem.ts';

/** A schema that is to be pushed, with the decisions about it. */
export interface SchemaProposal {
  readonly schema: SchemaDocument;
  readonly renames: readonly Rename[];
  readonly migrations: readonly Migration[];
}

/**
 * The changes that a proposal would make. A schema that is active already changes nothing, so renames and migrations that came
 * with it when it was pushed may be given again.
 *
 * @throws UserError for renames that fit nothing that changes; ApiError, for such migrations too
 */
export async function compareSchema(api: ProjectClient, proposal: SchemaProposal): Promise<SchemaDiff> {
  const { schema: after, renames, migrations } = proposal;
  if (renames.length + migrations.length > 0) {
    const plain = await api.post('/schema/diff', { body: { schema: after } });
    if (plain.unchanged) {
      const step = { before: after, after };
      const unfit = renames.filter((rename) => !isDone(rename, step));
      if (unfit.length === 0) return plain;
      throw new UserError(unfit.map((rename) => describeProblem(rename, step, renames)).join('\n'));
    }
  }
  try {
    return await api.post('/schema/diff', { body: proposal });
  } catch (error) {
    const unfit = error instanceof ApiError ? renames.filter((_, index) => isAbout(error, index)) : [];
    if (unfit.length === 0) throw error;
    const step = { before: (await activeSchema(api))?.schema ?? null, after };
    throw new UserError(unfit.map((rename) => describeProblem(rename, step, renames)).join('\n'));
  }
}

/** Whether the API refuses one of the renames. */
function isAbout({ details }: ApiError, index: number): boolean {
  return details.some(({ path }) => path[0] === 'renames' && path[1] === index);
}
