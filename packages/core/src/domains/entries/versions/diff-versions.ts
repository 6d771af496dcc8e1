import { fieldDifferences } from '../../../content/field-differences.ts';
import type { ProjectContext } from '../../context.ts';
import type { VersionDiff } from './versions.schemas.ts';
import { getVersionInProject } from './versions.store.ts';

/** What differs between two versions of an entry. @throws ApiError `entry.not_found`, `entry.version_not_found` */
export async function diffVersions(
  ctx: ProjectContext,
  input: { readonly entryId: string; readonly version: number; readonly other: number },
): Promise<VersionDiff> {
  const { pool } = ctx.services.database;
  const from = await getVersionInProject(pool, ctx.project.id, input.entryId, input.version);
  const to = await getVersionInProject(pool, ctx.project.id, input.entryId, input.other);
  const locales = [...new Set([...Object.keys(from.values), ...Object.keys(to.values)])].sort();
  const data = locales.flatMap((locale): VersionDiff['data'] => {
    const [before, after] = [from.values[locale], to.values[locale]];
    const fields = fieldDifferences(before ?? {}, after ?? {});
    const change = !before ? 'added' : !after ? 'removed' : 'changed';
    return change === 'changed' && fields.length === 0 ? [] : [{ locale, change, fields }];
  });
  return { from: from.version, to: to.version, data };
}
