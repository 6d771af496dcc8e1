import { useCallback, useSyncExternalStore } from 'react';
import { presence as t } from '#messages/presence';
import { type FieldPosition, type PersonHere, peopleHere, type SaveHeard } from '@/api/people-here.ts';
import { useProject } from '@/project/project-context.tsx';
import type { EntryForm } from '../form/form-context.tsx';
import { pathNow } from '../form/lasting-path.ts';
import { isWithin } from '../form/paths.ts';

type OpenEntry = Pick<EntryForm, 'entryId' | 'collection' | 'store'>;

function useHeard<Heard>(entryId: string, read: () => Heard): Heard {
  const listen = useCallback((listener: () => void) => peopleHere.listen(entryId, listener), [entryId]);
  return useSyncExternalStore(listen, read, read);
}

/** The others that have an entry open. */
export function usePeople(entryId: string): readonly PersonHere[] {
  return useHeard(entryId, () => peopleHere.in(entryId));
}

/** The last save of someone else. */
export function useLastSave(entryId: string): SaveHeard | undefined {
  return useHeard(entryId, () => peopleHere.lastSave(entryId));
}

/** Whether someone is in a field, in all languages where these share it. @param isIn compares their path with the field's */
function isAt(
  { collection, store }: OpenEntry,
  one: Pick<PersonHere, 'locale' | 'path'>,
  { locale, path }: FieldPosition,
  isIn = (theirs: string, own: string): boolean => theirs === own,
): boolean {
  const theirs = one.path === null ? null : pathNow(store, locale, one.path);
  if (theirs === null || !isIn(theirs, path)) return false;
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

/** The people in a field. */
export function usePeopleAt(entry: OpenEntry, place: FieldPosition): readonly PersonHere[] {
  return usePeopleWhere(entry, (one) => isAt(entry, one, place));
}

/** The people in a row, or in a field within it. */
export function usePeopleWithin(entry: OpenEntry, place: FieldPosition): readonly PersonHere[] {
  return usePeopleWhere(entry, (one) => isAt(entry, one, place, isWithin));
}

/** The people in the field that has the focus here. */
export function usePeopleMet(entry: OpenEntry): readonly PersonHere[] {
  return usePeopleWhere(entry, (one) => {
    const own = peopleHere.ownPlace(entry.entryId);
    const path = own && pathNow(entry.store, own.locale, own.path);
    return own !== null && path !== null && isAt(entry, one, { ...own, path });
  });
}

/** Whether the focus is in a field here. */
export function useIsMine({ entryId, store }: OpenEntry, place: FieldPosition): boolean {
  return useHeard(entryId, () => {
    const own = peopleHere.ownPlace(entryId);
    return own?.locale === place.locale && pathNow(store, own.locale, own.path) === place.path;
  });
}

/** Names of people, each once; for another tab of one's own, a text that says so. */
export function useNames(): (people: readonly PersonHere[]) => readonly string[] {
  const { user } = useProject();
  return (people) => [...new Set(people.map(({ person }) => (person.id === user.id ? t.otherTab : person.name)))];
}
