import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operating as t } from '#messages/operating';
import { errorOf, sentenceOf } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { TextField } from '@/ui/field.tsx';
import { QueryState } from '@/ui/states.tsx';
import { tell } from '@/ui/toast.tsx';

interface DeletePersonDialogProps {
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
  readonly onClose: () => void;
}

/** Says what deleting a person for good means, and does it once their address is typed. */
export function DeletePersonDialog({ person, onClose }: DeletePersonDialogProps) {
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const [typed, setTyped] = useState('');
  const deletion = useQuery(trpc.people.deletion.queryOptions({ userId: person.id }));
  const remove = useMutation(
    trpc.people.delete.mutationOptions({
      onSuccess: async ({ names }) => {
        onClose();
        tell(t.personDeleted({ records: Object.values(names).reduce((sum, count) => sum + count, 0) }));
        await invalidate(trpc.people.list);
      },
      onError: (error) => tell(sentenceOf(errorOf(error))),
    }),
  );
  const meant = deletion.data;
  const owned = meant?.only_owner_of.map(({ name }) => name) ?? [];
  const facts = meant && [
    t.personEnds(meant.ends),
    t.personNames(meant.names),
    t.personStays({ tokens: meant.stays.tokens }),
  ];
  return (
    <ConfirmDialog
      title={t.deletePersonTitle({ name: person.name })}
      consequence={t.deletePersonLead}
      action={t.deletePerson}
      busy={remove.isPending}
      disabled={!meant || owned.length > 0 || typed !== person.email}
      onConfirm={() => remove.mutate({ userId: person.id, confirm_email: typed })}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 text-sm">
        <QueryState query={deletion} rows={3} />
        {facts && (
          <ul className="list-disc space-y-1 ps-5">
            {facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
        {owned.length > 0 ? (
          <p className="text-danger">{t.onlyOwnerOf({ projects: owned.join(', ') })}</p>
        ) : (
          <TextField
            label={t.typeAddress({ email: person.email })}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}
