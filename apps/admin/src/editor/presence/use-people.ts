import type { CollectionDocument } from '@stele/schema';
import { useCallback, useSyncExternalStore } from 'react';
import { type PersonHere, type Place, peopleHere, type SaveHeard } from '@/api/people-here.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { isWithin } from '../form/paths.ts';

interface OpenEntry {
  readonly entryId: string;
  readonly collection: CollectionDocument;
}

function useHeard<Heard>(entryId: string, read: () => Heard): Heard {
  const listen = useCallback((listener: () => void) => peopleHere.listen(entryId, listener), [entryId]);
  return useSyncExternalStore(listen, read, read);
}

/** The others that have an entry open. */
export function usePeople(entryId: string): readonly PersonHere[] {
  return useHeard(entryId, () => peopleHere.in(entryId));
}

/** What someone else saved last. */
export function useLastSave(entryId: string): SaveHeard | undefined {
  return useHeard(entryId, () => peopleHere.lastSave(entryId));
}

/** Whether someone is in a field, in all languages where these share it. @param isIn compares their path with the field's */
function isAt(
  { collection }: OpenEntry,
  one: Pick<PersonHere, 'locale' | 'path'>,
  { locale, path }: Place,
  isIn = (theirs: string, own: string): boolean => theirs === own,
): boolean {
  if (one.path === null || !isIn(one.path, path)) return false;
  const [key] = path.split('.', 1);
  return one.locale === locale || collection.fields.some((field) => field.key === key && !field.localized);
}

/** The others in an entry that pass a test; the component renders again only when these change. */
function usePeopleWhere({ entryId }: OpenEntry, passes: (one: PersonHere) => boolean): readonly PersonHere[] {
  const find = () => peopleHere.in(entryId).filter(passes);
  const tabs = useHeard(entryId, () =>
    find()
      .map(({ person, tab }) => `${person.id} ${tab}`)
      .join(),
  );
  return tabs === '' ? [] : find();
}

/** Those who are in a field. */
export function usePeopleAt(entry: OpenEntry, place: Place): readonly PersonHere[] {
  return usePeopleWhere(entry, (one) => isAt(entry, one, place));
}

/** Those who are in a row, or in a field within it. */
export function usePeopleWithin(entry: OpenEntry, place: Place): readonly PersonHere[] {
  return usePeopleWhere(entry, (one) => isAt(entry, one, place, isWithin));
}

/** Those who are in the field that has the focus here. */
export function usePeopleMet(entry: OpenEntry): readonly PersonHere[] {
  return usePeopleWhere(entry, (one) => {
    const own = peopleHere.ownPlace(entry.entryId);
    return own !== null && isAt(entry, one, own);
  });
}

/** Whether the focus is in a field here. */
export function useIsMine({ entryId }: OpenEntry, place: Place): boolean {
  return useHeard(entryId, () => {
    const own = peopleHere.ownPlace(entryId);
    return own?.path === place.path && own.locale === place.locale;
  });
}

/** What people are called, each once: their names, or that it's another tab of one's own. */
export function useNames(): (people: readonly PersonHere[]) => readonly string[] {
  const { user } = useProject();
  const t = useMessages().editor;
  return (people) => [...new Set(people.map(({ person }) => (person.id === user.id ? t.otherTab : person.name)))];
}
