import { presence as t } from '#messages/presence';
import { formats } from '@/i18n/language.ts';
import { useForm } from '../form/form-context.tsx';
import { Avatar } from './avatar.tsx';
import { useNames, usePeopleWithin } from './use-people.ts';

/** The people in a row that is folded here. */
export function RowPeople({ path }: { readonly path: string }) {
  const form = useForm();
  const { list } = formats;
  const namesOf = useNames();
  const people = usePeopleWithin(form, { locale: form.locale, path });
  if (people.length === 0) return null;
  const said = t.inRow({ names: list(namesOf(people)) });
  return (
    <span className="flex shrink-0" title={said}>
      <span className="sr-only">, {said}</span>
      {people.map(({ person, tab }) => (
        <Avatar key={`${person.id} ${tab}`} person={person} className="size-5" />
      ))}
    </span>
  );
}
