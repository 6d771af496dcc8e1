import type { StreamedEventType } from '@stele/core/client';
import type { Query } from '@tanstack/react-query';
import type { LiveContext, LiveEvent, LiveUpdates } from '@/api/live-updates.ts';
import { peopleHere } from '@/api/people-here.ts';
import { readAgain } from '@/api/read-again.ts';

export const liveEntries: LiveUpdates<StreamedEventType> = {
  kinds: [
    'entry.created',
    'entry.saved',
    'entry.published',
    'entry.unpublished',
    'entry.trashed',
    'entry.restored',
    'entry.moved',
    'entry.reviewed',
  ],
  // The editor shows its own changes; a big list isn't read again at every save.
  staleParts: (trpc, { kind, isOwn }) =>
    isOwn && kind === 'entry.saved' ? [] : [trpc.entries.list, trpc.entries.count, trpc.entries.getReview],
  hear: (event, context) => {
    // The stream begins with saves that the first answers have already: these are no news.
    if (event.kind === 'entry.saved' && event.isNews) tellSave(event, context);
    readEntry(event, context);
  },
};

/** Says in an open entry who saved what. */
function tellSave({ subjectId: entryId, actor, data }: LiveEvent, { userId }: LiveContext): void {
  const { version, changed_paths: paths = [] } = data;
  if (entryId === null || actor === null || actor.id === userId || version === undefined) return;
  peopleHere.saved(entryId, { version, name: actor.name, fields: [...new Set(paths.map(([, field]) => field))] });
}

/** Reads an open entry again, unless a version as new is known. */
function readEntry(
  { subjectId: entryId, data: { version = Number.POSITIVE_INFINITY } }: LiveEvent,
  { projectId, trpc, queryClient }: LiveContext,
): void {
  if (entryId === null) return;
  const isOlder = ({ state }: Query): boolean =>
    ((state.data as { readonly version: number } | undefined)?.version ?? 0) < version;
  void readAgain(queryClient, trpc.entries.get.queryFilter({ projectId, entryId }, { predicate: isOlder }));
}
