import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorOf, messageFor } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Choice } from '@/ui/choice.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';

const SCOPES = ['read_published', 'read_draft', 'admin'] as const;
type Scope = (typeof SCOPES)[number];

interface NewTokenDialogProps {
  readonly onClose: () => void;
  readonly onMade: (token: { readonly name: string; readonly secret: string }) => void;
}

/** Makes a token. */
export function NewTokenDialog({ onClose, onMade }: NewTokenDialogProps) {
  const { project } = useProject();
  const t = useMessages().settings;
  const trpc = useTRPC();
  const create = useMutation(trpc.tokens.create.mutationOptions());
  const failure = create.error ? errorOf(create.error) : null;
  const [scope, setScope] = useState<Scope>('read_published');
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name: '', expires: '' } });
  const submit = handleSubmit(async ({ name, expires }) => {
    const made = await create.mutateAsync({
      projectId: project.id,
      name,
      scope,
      ...(expires && { expires_at: new Date(expires).toISOString() }),
    });
    onMade({ name: made.name, secret: made.secret });
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t.newToken}
      action={t.makeToken}
      busy={formState.isSubmitting}
      failure={failure}
      onSubmit={submit}
    >
      <TextField
        label={t.tokenName}
        help={t.tokenNameHelp}
        error={formState.errors.name?.message ?? messageFor(failure, 'name')}
        autoFocus
        placeholder={t.tokenExample}
        {...register('name', { required: t.giveName })}
      />
      <Choice
        legend={t.scope}
        value={scope}
        onChange={setScope}
        options={SCOPES.map((one) => ({ value: one, label: t.scopes[one], help: t.scopeHelp[one] }))}
      />
      <TextField
        label={t.expires}
        help={t.expiresHelp}
        error={messageFor(failure, 'expires_at')}
        type="date"
        className="w-48"
        {...register('expires')}
      />
    </FormDialog>
  );
}
