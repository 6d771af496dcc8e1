import type { ProjectContext } from '../context.ts';
import type { EntryLive } from './deployments.schemas.ts';
import { loadEntryLive } from './deployments.store.ts';

/** Whether websites show what was last published of an entry. @throws ApiError `entry.not_found` */
export async function followEntry(
  { project, services }: ProjectContext,
  { entryId }: { entryId: string },
): Promise<EntryLive> {
  return loadEntryLive(services.database.pool, project.id, entryId);
}
