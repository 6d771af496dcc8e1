import { presence as t } from '#messages/presence';
import { formats } from '@/i18n/language.ts';
import { useForm } from '../form/form-context.tsx';
import { colourOf } from './person-colour.ts';
import { useIsMine, useNames, usePeopleAt } from './use-people.ts';

/**
 * Around a field that others are in: a ring in their colour, and who they are. It lies over the space between fields, so that
 * nothing moves when people come and go.
 */
export function FieldPresence({ path }: { readonly path: string }) {
  const form = useForm();
  const { list } = formats;
  const namesOf = useNames();
  const place = { locale: form.locale, path };
  const people = usePeopleAt(form, place);
  const isMine = useIsMine(form, place);
  const [first] = people;
  if (!first) return null;
  const names = list(namesOf(people));
  const colour = colourOf(first.person.id);
  return (
    <>
      <span
        aria-hidden
        className="pointer-events-none absolute -inset-1.5 rounded-lg border-2"
        style={{ borderColor: colour }}
      />
      <bdi
        data-people-here={isMine ? 'both' : 'others'}
        className="pointer-events-none absolute -bottom-4 end-2 z-10 max-w-[calc(100%-1rem)] truncate rounded-full px-2 py-0.5 text-xs leading-4 font-medium text-white"
        style={{ backgroundColor: colour }}
      >
        {isMine ? t.hereToo({ names }) : names}
      </bdi>
    </>
  );
}
