import { isReadable } from '../../access/permissions.ts';
import type { ProjectContext } from '../context.ts';
import type { EntryDetail, GetEntryInput } from './entries.schemas.ts';
import { getEntryWithReferrers } from './entry-detail.store.ts';
import { liveValuesOf, toEntryView, uncheckedFieldsOf } from './entry-view.ts';

/** One entry with its newest values, and the entries that refer to it. @throws ApiError `entry.not_found` */
export async function getEntry(ctx: ProjectContext, { entryId, include }: GetEntryInput): Promise<EntryDetail> {
  const live = include === 'live_values';
  const { pool } = ctx.services.database;
  const { entry, referrers } = await getEntryWithReferrers(pool, ctx.project.id, entryId, { draft: true, live });
  const readable = referrers.filter((one) => isReadable(ctx.reads, one.collection_key));
  return {
    ...toEntryView(entry),
    ...(live && { live_values: liveValuesOf(entry) }),
    unchecked_fields: uncheckedFieldsOf(entry, entry.drafts.keys()),
    used_by: readable,
  };
}
