'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorOf, messageFor } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Choice } from '@/ui/choice.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { FormFailure } from '@/ui/form-failure.tsx';
import { Input } from '@/ui/input.tsx';

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
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t.newToken}>
      <form
        noValidate
        className="flex flex-col gap-4 pb-4"
        onSubmit={(event) => void submit(event).catch(() => undefined)}
      >
        <Field
          label={t.tokenName}
          help={t.tokenNameHelp}
          error={formState.errors.name?.message ?? messageFor(failure, 'name')}
        >
          {(control) => (
            <Input
              {...control}
              autoFocus
              placeholder={t.tokenExample}
              {...register('name', { required: t.giveName })}
            />
          )}
        </Field>
        <Choice
          legend={t.scope}
          value={scope}
          onChange={setScope}
          options={SCOPES.map((one) => ({ value: one, label: t.scopes[one], help: t.scopeHelp[one] }))}
        />
        <Field label={t.expires} help={t.expiresHelp} error={messageFor(failure, 'expires_at')}>
          {(control) => <Input {...control} type="date" className="w-48" {...register('expires')} />}
        </Field>
        <FormFailure failure={failure} />
        <Button type="submit" variant="primary" className="self-end" busy={formState.isSubmitting}>
          {t.makeToken}
        </Button>
      </form>
    </Dialog>
  );
}
