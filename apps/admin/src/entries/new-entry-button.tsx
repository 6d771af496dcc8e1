'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Menu, MenuItem, MenuLabel } from '@/ui/menu.tsx';
import { useNewEntry } from './use-new-entry.ts';

/** Creates an entry of the collection that is shown, or asks of which one. Singletons have theirs already. */
export function NewEntryButton({ collection }: { readonly collection: string | null }) {
  const { schema } = useProject();
  const t = useMessages().list;
  const { create, isPending } = useNewEntry();
  const [isAsking, setAsking] = useState(false);
  const button = (press?: () => void) => (
    <Button variant="primary" busy={isPending} {...(press && { onClick: press })} className="max-sm:h-11">
      <Plus aria-hidden /> {t.newEntry}
    </Button>
  );
  if (collection) return button(() => create(collection));
  if (schema) {
    return (
      <Menu trigger={button()}>
        <MenuLabel>{t.whichCollection}</MenuLabel>
        {schema.collections
          .filter(({ singleton }) => !singleton)
          .map(({ key, label }) => (
            <MenuItem key={key} onSelect={() => create(key)}>
              {label}
            </MenuItem>
          ))}
      </Menu>
    );
  }
  return (
    <>
      {button(() => setAsking(true))}
      <Dialog open={isAsking} onOpenChange={setAsking} title={t.noSchemaTitle} description={t.noSchemaHelp}>
        <form
          className="flex flex-col gap-4 pb-4"
          onSubmit={(event) => {
            event.preventDefault();
            create(String(new FormData(event.currentTarget).get('collection')));
          }}
        >
          <Field label={t.collection} help={t.collectionHelp}>
            {(control) => <Input {...control} name="collection" required pattern="[a-z][a-z0-9_]*" autoFocus />}
          </Field>
          <Button type="submit" variant="primary" busy={isPending} className="self-end">
            {t.create}
          </Button>
        </form>
      </Dialog>
    </>
  );
}
