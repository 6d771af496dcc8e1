import { presence as t } from '#messages/presence';
import { formats } from '@/i18n/language.ts';
import { Avatars } from './avatars.tsx';
import { useNames, usePeople } from './use-people.ts';

/** Who has an entry open, where it's listed; nothing while it's only oneself. */
export function PeopleIn({ entryId }: { readonly entryId: string }) {
  const { list } = formats;
  const namesOf = useNames();
  const people = usePeople(entryId);
  if (people.length === 0) return null;
  const said = t.peopleIn({ names: list(namesOf(people)) });
  return (
    <span className="relative flex shrink-0 items-center self-center" title={said}>
      <span className="sr-only">{said}</span>
      <Avatars people={people} className="-ms-1 size-5 ring-surface" />
    </span>
  );
}
