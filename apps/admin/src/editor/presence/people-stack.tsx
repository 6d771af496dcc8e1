import { useState } from 'react';
import { presence as t } from '#messages/presence';
import type { PersonHere } from '@/api/people-here.ts';
import { formats } from '@/i18n/language.ts';
import { Popover } from '@/ui/popover.tsx';
import type { EntryForm } from '../form/form-context.tsx';
import { pathNow } from '../form/lasting-path.ts';
import { labelsAt } from '../form/paths.ts';
import { Avatar } from './avatar.tsx';
import { Avatars } from './avatars.tsx';
import { useNames, usePeople, usePeopleMet } from './use-people.ts';

interface PeopleStackProps {
  readonly form: EntryForm;
  readonly locale: string;
  /** Shows a field. */
  readonly onShow: (locale: string, path: string) => void;
}

/** Who else has the entry open; opened, where each of them is. */
export function PeopleStack({ form, locale, onShow }: PeopleStackProps) {
  const { list } = formats;
  const namesOf = useNames();
  const people = usePeople(form.entryId);
  const met = usePeopleMet(form);
  const [isOpen, setOpen] = useState(false);
  const said = t.peopleHere({ names: list(namesOf(people)) });
  return (
    <>
      <p role="status" className="sr-only">
        {met.length > 0 && t.hereToo({ names: list(namesOf(met)) })}
      </p>
      {people.length > 0 && (
        <Popover
          open={isOpen}
          onOpenChange={setOpen}
          label={said}
          trigger={
            <button
              type="button"
              title={said}
              className="flex shrink-0 items-center rounded-full p-1 hover:bg-hover max-sm:min-h-11"
            >
              <span className="sr-only">{said}</span>
              <Avatars people={people} className="-ms-1.5 ring-background" />
            </button>
          }
        >
          <ul className="flex min-w-48 flex-col gap-1">
            {people.map((one) => (
              <li key={`${one.person.id} ${one.tab}`} className="flex items-center gap-2">
                <Avatar person={one.person} />
                <span className="flex min-w-0 flex-col">
                  <span className="truncate text-sm">{namesOf([one])[0]}</span>
                  <WhereTheyAre
                    one={one}
                    form={form}
                    locale={locale}
                    onShow={(at, path) => {
                      setOpen(false);
                      onShow(at, path);
                    }}
                  />
                </span>
              </li>
            ))}
          </ul>
        </Popover>
      )}
    </>
  );
}

function WhereTheyAre({ one, form, locale, onShow }: PeopleStackProps & { readonly one: PersonHere }) {
  const { language } = formats;
  const at = one.locale ?? locale;
  const path = one.path && pathNow(form.store, at, one.path);
  if (!path) return null;
  const [key = ''] = path.split('.', 1);
  const labels = labelsAt(form.collection.fields, path, { [key]: form.store.value(at, key) ?? null });
  const field = form.collection.fields.find((each) => each.key === key);
  return (
    <button
      type="button"
      className="min-h-6 truncate text-start text-xs text-muted underline underline-offset-2 hover:text-foreground"
      onClick={() => onShow(field?.localized === false ? locale : at, path)}
    >
      <bdi>{labels.join(' › ')}</bdi>
      {at !== locale && field?.localized && ` (${language(at)})`}
    </button>
  );
}
