import { isReadable } from '../../../access/permissions.ts';
import { findCollectionOfEntry } from '../../../access/readable.store.ts';
import { ApiError } from '../../../platform/errors.ts';
import type { ProjectContext } from '../../context.ts';
import type { AnnouncePresenceInput, PresenceView } from './presence.schemas.ts';

/**
 * Shows others that a person has an entry open, and which field they're in. Only the first time in an entry, the database is
 * asked for it.
 *
 * @throws ApiError `entry.not_found`
 */
export async function announcePresence(ctx: ProjectContext, input: AnnouncePresenceInput): Promise<PresenceView> {
  const { services, project, actor, reads } = ctx;
  const { presences, database, clock } = services;
  const { entryId, tab, is_here: isHere, locale = null, path = null } = input;
  const place = { projectId: project.id, person: { id: actor.id, name: actor.name }, tab };
  const known = presences.find(place);
  const collection =
    known?.entryId === entryId ? known.collection : await findCollectionOfEntry(database.pool, project.id, entryId);
  if (collection === null || !isReadable(reads, collection)) throw new ApiError('entry.not_found');
  // A tab that is in another entry by now left this one before.
  if (!isHere && known && known.entryId !== entryId) return { expires_at: clock.now().toISOString() };
  const lasts = presences.announce({ ...place, collection, locale, path, entryId: isHere ? entryId : null });
  return { expires_at: new Date(clock.now().getTime() + lasts).toISOString() };
}
