import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { Field, TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Select } from '@/ui/input.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
import { RoleChoice } from './role-choice.tsx';
import type { Roles } from './role-names.ts';

interface GroupDialogProps {
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly roles: Roles;
  readonly onSave: (group: { provider: string; group: string; role: string }) => Promise<void>;
  readonly onClose: () => void;
}

/** Gives a role to a group of a provider. */
export function GroupDialog({ providers, roles, onSave, onClose }: GroupDialogProps) {
  const [provider, setProvider] = useState(providers[0]?.id ?? '');
  const [role, setRole] = useState('editor');
  const form = useServerForm({ group: '' }, async ({ group }) => {
    await onSave({ provider, group: group.trim(), role });
    onClose();
  });
  return (
    <FormDialog {...form.dialog} title={t.newGroup} action={common.save} onClose={onClose}>
      {providers.length > 1 && (
        <Field label={t.provider}>
          {(control) => (
            <Select
              {...control}
              value={provider}
              options={providers.map(({ id, name }) => [id, name])}
              onChange={setProvider}
            />
          )}
        </Field>
      )}
      <TextField
        label={t.groupName}
        help={t.groupHelp}
        autoFocus
        {...form.field('group', { required: common.giveName }, 'group_roles')}
      />
      <RoleChoice roles={roles} value={role} onChange={setRole} />
    </FormDialog>
  );
}
