import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { Avatar } from './avatar.tsx';
import { useNames, usePeople } from './use-people.ts';

/** More are counted. */
const SHOWN = 3;

/** Who has an entry open, where it's listed; nothing while it's only oneself. */
export function PeopleIn({ entryId }: { readonly entryId: string }) {
  const t = useMessages().editor;
  const { list } = useFormats();
  const namesOf = useNames();
  const people = usePeople(entryId);
  if (people.length === 0) return null;
  const persons = [...new Map(people.map(({ person }) => [person.id, person])).values()];
  const said = t.peopleIn(list(namesOf(people)));
  return (
    <span className="relative flex shrink-0 items-center self-center" title={said}>
      <span className="sr-only">{said}</span>
      {persons.slice(0, SHOWN).map((person) => (
        <Avatar key={person.id} person={person} className="-ms-1 size-5 ring-2 ring-surface first:ms-0" />
      ))}
      {persons.length > SHOWN && (
        <span aria-hidden className="ms-1 text-xs text-muted">
          +{persons.length - SHOWN}
        </span>
      )}
    </span>
  );
}
