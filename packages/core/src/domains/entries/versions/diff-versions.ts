import { fieldDifferences } from '../../../content/field-differences.ts';
import type { ProjectContext } from '../../context.ts';
import type { VersionDiff } from './versions.schemas.ts';
import { getVersionInProject } from './versions.store.ts';

/** The differences between two versions of an entry. @throws ApiError `entry.not_found`, `entry.version_not_found` */
export async function diffVersions(
  ctx: ProjectContext,
  { entryId, version, other }: { readonly entryId: string; readonly version: number; readonly other: number },
): Promise<VersionDiff> {
  const { pool } = ctx.services.database;
  const from = await getVersionInProject(pool, ctx.project.id, entryId, version);
  const to = await getVersionInProject(pool, ctx.project.id, entryId, other);
  const locales = [...new Set([...Object.keys(from.values), ...Object.keys(to.values)])].sort();
  const data = locales.flatMap((locale): VersionDiff['data'] => {
    const [before, after] = [from.values[locale], to.values[locale]];
    const fields = fieldDifferences(before ?? {}, after ?? {});
    const change = !before ? 'added' : !after ? 'removed' : 'changed';
    return change === 'changed' && fields.length === 0 ? [] : [{ locale, change, fields }];
  });
  return { from: from.version, to: to.version, data };
}
