import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { type Outputs, useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { SecretDialog } from '@/ui/secret-dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
import { type Limits, LimitsFields } from './limits-fields.tsx';
import { RoleChoice } from './role-choice.tsx';
import { type Roles, roleName } from './role-names.ts';

interface InviteDialogProps {
  readonly roles: Roles;
  readonly onClose: () => void;
  readonly onInvited: () => void;
}

/** Invites someone by a link that is shown once. */
export function InviteDialog({ roles, onClose, onInvited }: InviteDialogProps) {
  const { project } = useProject();
  const client = useTRPCClient();
  const [made, setMade] = useState<Outputs['invitations']['create'] | null>(null);
  const [role, setRole] = useState('editor');
  const [limits, setLimits] = useState<Limits | null>(null);
  const form = useServerForm({ email: '' }, async ({ email }) => {
    const invitation = { projectId: project.id, email: email.trim(), role, ...(limits && { limits }) };
    setMade(await client.invitations.create.mutate(invitation));
    onInvited();
    tell(t.invited);
  });
  if (made) {
    return (
      <SecretDialog
        onClose={onClose}
        title={t.shareTitle}
        lead={t.shareLead({ email: made.email, role: roleName(roles, made.role) })}
        label={t.invitationLink}
        value={made.accept_url}
      />
    );
  }
  return (
    <FormDialog {...form.dialog} title={t.inviteTitle} action={t.makeLink} onClose={onClose}>
      <TextField label={common.email} type="email" autoFocus {...form.field('email', { required: t.enterEmail })} />
      <RoleChoice roles={roles} value={role} onChange={setRole} />
      {limits ? (
        <LimitsFields limits={limits} onChange={setLimits} />
      ) : (
        <Button label={t.limits} variant="ghost" className="self-start max-sm:h-11" onClick={() => setLimits({})} />
      )}
    </FormDialog>
  );
}
