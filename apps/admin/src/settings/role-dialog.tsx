import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
import { ChecklistField } from './checklist-field.tsx';

/** Permissions that every role has, or that only owners have. */
const FIXED = ['entry.read', 'member.manage', 'project.delete'];

interface RoleDialogProps {
  readonly title: string;
  readonly role: { readonly name: string; readonly permissions: readonly string[] };
  readonly onSave: (role: { name: string; permissions: string[] }) => Promise<void>;
  readonly onClose: () => void;
}

/** Names a role of the project, and chooses what it may do. */
export function RoleDialog({ title, role, onSave, onClose }: RoleDialogProps) {
  const options = Object.entries(t.rights).filter(([permission]) => !FIXED.includes(permission));
  const [permissions, setPermissions] = useState([...role.permissions]);
  const form = useServerForm({ name: role.name }, async ({ name }) => {
    await onSave({ name: name.trim(), permissions });
    onClose();
  });
  return (
    <FormDialog {...form.dialog} title={title} action={common.save} onClose={onClose}>
      <TextField label={t.roleName} autoFocus maxLength={60} {...form.field('name', { required: common.giveName })} />
      <ChecklistField legend={t.roleRights} options={options} value={permissions} onChange={setPermissions} />
    </FormDialog>
  );
}
