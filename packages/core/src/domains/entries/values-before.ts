import type { InputValues } from '../../content/draft-values.ts';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectContext } from '../context.ts';
import { entryErrors } from './entries.names.ts';
import { findVersion } from './versions/versions.store.ts';

/**
 * The values that take a save back: everything that it changed, as it was before. A language that it began is null.
 *
 * @throws ApiError `entry.version_not_found`, also for a save that ended a language
 */
export async function valuesBefore(ctx: ProjectContext, id: string, version: number): Promise<InputValues> {
  const find = (one: number) => findVersion(ctx.services.database.pool, ctx.project.id, id, one);
  const [then, before] = [await find(version), await find(version - 1)];
  const hasEnded = Object.keys(before?.values ?? {}).some((locale) => !then?.values[locale]);
  if (then?.kind !== 'save' || !before || hasEnded) throw new ApiError(entryErrors['entry.version_not_found']);
  return Object.fromEntries(
    then.locales.map((locale) => {
      const was = before.values[locale];
      const fields = then.changed_paths.flatMap(([own, field]) =>
        own === locale && field !== undefined ? [field] : [],
      );
      return [locale, was ? Object.fromEntries(fields.map((field) => [field, was[field] ?? null])) : null];
    }),
  );
}
