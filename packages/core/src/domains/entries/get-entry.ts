import type { ProjectContext } from '../../context.ts';
import type { EntryView } from './entries.schemas.ts';
import { getEntryInProject, toEntryView } from './entries.store.ts';

/** One entry with its newest values. @throws ApiError `entry.not_found` */
export async function getEntry(ctx: ProjectContext, input: { entryId: string }): Promise<EntryView> {
  return toEntryView(await getEntryInProject(ctx.services.database.pool, ctx.project.id, input.entryId));
}
