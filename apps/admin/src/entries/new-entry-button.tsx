import { Plus } from 'lucide-react';
import { useState } from 'react';
import { list as t } from '#messages/list';
import { mayCreate } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Menu, MenuItem, MenuLabel } from '@/ui/menu.tsx';
import { useNewEntry } from './use-new-entry.ts';

const NameCollectionDialog = lazyPart(async () => (await import('./name-collection-dialog.tsx')).NameCollectionDialog);

/** Creates an entry of the collection that is shown, or asks of which one. Singletons have theirs already. */
export function NewEntryButton({ collection }: { readonly collection: string | null }) {
  const open = useProject();
  const { schema } = open;
  const { create, isPending } = useNewEntry();
  const [isAsking, setAsking] = useState(false);
  const button = (press?: () => void) => (
    <Button
      icon={Plus}
      label={t.newEntry}
      variant="primary"
      data-new-entry
      busy={isPending}
      {...(press && { onClick: press })}
      className="max-sm:h-11"
    />
  );
  if (collection) return button(() => create(collection));
  if (schema) {
    return (
      <Menu trigger={button()}>
        <MenuLabel>{t.whichCollection}</MenuLabel>
        {schema.collections
          .filter(({ key, singleton }) => !singleton && mayCreate(open, key))
          .map(({ key, label }) => (
            <MenuItem label={label} key={key} onSelect={() => create(key)} />
          ))}
      </Menu>
    );
  }
  return (
    <>
      {button(() => setAsking(true))}
      {isAsking && <NameCollectionDialog isBusy={isPending} onName={create} onClose={() => setAsking(false)} />}
    </>
  );
}
