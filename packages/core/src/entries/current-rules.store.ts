import { setTimeout } from 'node:timers/promises';
import { findProject } from '../access/identity.store.ts';
import type { ProjectState } from '../access/identity.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import type { EntryContext } from './entry-context.ts';

/** How often a write is tried. With the pauses, it waits about ten seconds for a schema change to finish. */
const MAX_ATTEMPTS = 40;
const WAIT_MS = 250;

/** Something changed between the check of values and their write, such as the entry itself. Nothing was written. */
export class Overtaken extends Error {}

/** The project's locales, default locale or schema changed, or a change of its schema makes writes wait. */
export class RulesMoved extends Overtaken {}

/**
 * Query for the id of a project. It's empty when locales or schema have changed since values were checked against them, or while a
 * change of the schema makes writes wait. They can't change until the statement ends; publishing can go on.
 */
export function projectWithRules({ id, schemaVersion, locales, defaultLocale }: ProjectState): Sql {
  return sql`SELECT id FROM projects
    WHERE id = ${id} AND schema_version = ${schemaVersion} AND locales = ${locales}
      AND default_locale = ${defaultLocale} AND (frozen_until IS NULL OR frozen_until < clock_timestamp())
    FOR KEY SHARE`;
}

/**
 * Wraps a verb that writes values, so that it runs again when it throws `Overtaken`.
 *
 * @throws ApiError `project.not_found` when the project was deleted meanwhile; `unavailable` after too many attempts
 */
export function underCurrentRules<Ctx extends EntryContext, Input, Answer>(
  verb: (ctx: Ctx, input: Input) => Promise<Answer>,
): (ctx: Ctx, input: Input) => Promise<Answer> {
  return async (ctx: Ctx, input: Input): Promise<Answer> => {
    let project: ProjectState = ctx.project;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      try {
        return await verb({ ...ctx, project }, input);
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        if (!(error instanceof RulesMoved)) continue;
      }
      const current = await findProject(ctx.services.database.pool, project.id);
      if (!current) throw new ApiError('project.not_found');
      if (sameRules(project, current)) await setTimeout(WAIT_MS);
      project = current;
    }
    throw new ApiError('unavailable', { headers: { 'retry-after': '1' } });
  };
}

function sameRules(a: ProjectState, b: ProjectState): boolean {
  return (
    a.schemaVersion === b.schemaVersion && a.defaultLocale === b.defaultLocale && a.locales.join() === b.locales.join()
  );
}
