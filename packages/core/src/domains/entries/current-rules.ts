import { findProject } from '../../auth/identity.store.ts';
import type { ProjectContext, ProjectState } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { Prisma } from '../../generated/prisma/client.ts';

const MAX_ATTEMPTS = 10;

/** The project's locales or its schema changed after values were checked against them: nothing was written. */
export class RulesMoved extends Error {}

/**
 * Query for the id of a project, empty when its locales or its schema are no longer what values were checked against.
 * Until the statement ends they can't change, while publishing goes on.
 */
export function projectWithRules({ id, schemaVersion, locales }: ProjectState): Prisma.Sql {
  return Prisma.sql`SELECT id FROM projects
    WHERE id = ${id} AND schema_version = ${schemaVersion} AND locales = ${locales} FOR KEY SHARE`;
}

/**
 * Wraps a verb that writes values, so that it's worked out anew when the rules for them changed meanwhile.
 *
 * @throws ApiError `project.not_found` when the project went away meanwhile
 */
export function underCurrentRules<Input, Answer>(
  verb: (ctx: ProjectContext, input: Input) => Promise<Answer>,
): (ctx: ProjectContext, input: Input) => Promise<Answer> {
  const wrapped = async (ctx: ProjectContext, input: Input): Promise<Answer> => {
    let { project } = ctx;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      try {
        return await verb({ ...ctx, project }, input);
      } catch (error) {
        if (!(error instanceof RulesMoved)) throw error;
      }
      const current = await findProject(ctx.services.database.pool, project.id);
      if (!current) throw new ApiError('project.not_found');
      project = current;
    }
    throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
  };
  Object.defineProperty(wrapped, 'name', { value: verb.name });
  return wrapped;
}
