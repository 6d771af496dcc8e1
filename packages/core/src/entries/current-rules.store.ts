import { setTimeout } from 'node:timers/promises';
import { findProject } from '../access/identity.store.ts';
import type { ProjectState } from '../access/identity.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { ApiError } from '../platform/errors.ts';
import type { EntryContext } from './entry-context.ts';

/** How often a write is worked out: together with the wait, it stands by for some ten seconds while a schema is taken over. */
const MAX_ATTEMPTS = 40;
const WAIT_MS = 250;

/** After values were checked, something changed that they were checked against, such as the entry itself: nothing was written. */
export class Overtaken extends Error {}

/** What changed, or is about to, are the project's locales, default locale, schema or live content. */
export class RulesMoved extends Overtaken {}

/**
 * Query for the id of a project, empty when its locales or its schema are no longer what values were checked against.
 * Until the statement ends they can't change, while publishing goes on.
 */
export function projectWithRules({ id, schemaVersion, locales, defaultLocale }: ProjectState): Sql {
  return sql`SELECT id FROM projects
    WHERE id = ${id} AND schema_version = ${schemaVersion} AND locales = ${locales}
      AND default_locale = ${defaultLocale} AND ${takesWrites} FOR KEY SHARE`;
}

/** Condition on a project's row: that no change of its schema makes writes wait. */
export const takesWrites = sql`(frozen_until IS NULL OR frozen_until < clock_timestamp())`;

/**
 * Wraps a verb that writes values, so that it's worked out again when it was overtaken. Nothing within it tries again.
 *
 * @throws ApiError `project.not_found` when the project went away meanwhile; `unavailable` when others are faster each time
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
