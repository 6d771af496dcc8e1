'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';
import { Menu, MenuItem, MenuLabel } from '@/ui/menu.tsx';
import { tellFailure } from '@/ui/toast.tsx';

interface NewEntryButtonProps {
  readonly collection: string | null;
  /** Makes the entry without being pressed: the address asks for it. */
  readonly openAtOnce: boolean;
}

/** Makes an entry, in the default language, and opens it. */
export function NewEntryButton({ collection, openAtOnce }: NewEntryButtonProps) {
  const { project, schema } = useProject();
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const create = useMutation(
    trpc.entries.create.mutationOptions({
      onSuccess: (entry) => {
        void queryClient.invalidateQueries(trpc.entries.list.pathFilter());
        router.push(`/projects/${project.id}/entries/${entry.id}`);
      },
      onError: (error) => tellFailure('The entry could not be created', error),
    }),
  );
  const make = (key: string): void =>
    create.mutate({ projectId: project.id, collection_key: key, values: { [project.default_locale]: {} } });
  const wasOpened = useRef(false);
  useEffect(() => {
    if (!openAtOnce || !collection || wasOpened.current) return;
    wasOpened.current = true;
    create.mutate({ projectId: project.id, collection_key: collection, values: { [project.default_locale]: {} } });
  }, [openAtOnce, collection, create, project]);

  const button = (
    <Button variant="primary" busy={create.isPending} {...(collection && { onClick: () => make(collection) })}>
      <Plus aria-hidden /> New entry
    </Button>
  );
  if (collection) return button;
  if (schema) {
    return (
      <Menu trigger={button}>
        <MenuLabel>In which collection?</MenuLabel>
        {schema.collections.map(({ key, label }) => (
          <MenuItem key={key} onSelect={() => make(key)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
    );
  }
  return (
    <>
      <Button variant="primary" busy={create.isPending} onClick={() => setAsking(true)}>
        <Plus aria-hidden /> New entry
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title="New entry"
        description="The project has no schema: name a collection."
      >
        <form
          className="flex flex-col gap-4 pb-4"
          onSubmit={(event) => {
            event.preventDefault();
            make(String(new FormData(event.currentTarget).get('collection')));
          }}
        >
          <Field label="Collection" help="Lower-case letters, digits and underscores, such as posts.">
            {(control) => <Input {...control} name="collection" required pattern="[a-z][a-z0-9_]*" autoFocus />}
          </Field>
          <Button type="submit" variant="primary" busy={create.isPending} className="self-end">
            Create
          </Button>
        </form>
      </Dialog>
    </>
  );
}
