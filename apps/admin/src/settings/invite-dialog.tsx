import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorOf, messageFor } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { SecretBox } from '@/ui/secret-box.tsx';
import { tell } from '@/ui/toast.tsx';
import { type Role, RoleChoice } from './role-choice.tsx';

interface InviteDialogProps {
  readonly onClose: () => void;
  readonly onInvited: () => void;
}

/** Invites somebody by a link that is shown once. */
export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const { project } = useProject();
  const t = useMessages().settings;
  const trpc = useTRPC();
  const create = useMutation(trpc.invitations.create.mutationOptions());
  const failure = create.error ? errorOf(create.error) : null;
  const [role, setRole] = useState<Role>('editor');
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  const submit = handleSubmit(async ({ email }) => {
    await create.mutateAsync({ projectId: project.id, email: email.trim(), role });
    onInvited();
    tell(t.invited);
  });
  if (create.data) {
    return (
      <Dialog
        onClose={onClose}
        title={t.shareTitle}
        description={t.shareLead(create.data.email, t.roles[create.data.role])}
        footer={<Button onClick={onClose}>{t.done}</Button>}
      >
        <SecretBox label={t.invitationLink} value={create.data.accept_url} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t.inviteTitle}
      action={t.makeLink}
      busy={formState.isSubmitting}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.inviteEmail}
        error={formState.errors.email?.message ?? messageFor(failure, 'email')}
        type="email"
        autoFocus
        {...register('email', { required: t.enterEmail })}
      />
      <RoleChoice value={role} onChange={setRole} />
    </FormDialog>
  );
}
