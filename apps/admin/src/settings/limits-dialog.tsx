import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { type Outputs, useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
import { LimitsFields } from './limits-fields.tsx';

interface LimitsDialogProps {
  readonly member: Outputs['members']['list']['data'][number];
  readonly onClose: () => void;
  /** Reads the members again. A refusal shows after that: the next attempt is based on them. */
  readonly onChanged: () => Promise<void>;
}

/** Limits a member to collections and languages. */
export function LimitsDialog({ member, onClose, onChanged }: LimitsDialogProps) {
  const { project } = useProject();
  const client = useTRPCClient();
  const [limits, setLimits] = useState(member.limits);
  /** Base of the change: the member as they were at first, after a refusal as they are now. */
  const [seen, setSeen] = useState<typeof member | null>(member);
  const form = useServerForm({}, async () => {
    const { role, limits: before } = seen ?? member;
    const change = { limits, base: { role, limits: before } };
    await client.members.update
      .mutate({ projectId: project.id, userId: member.user_id, ...change })
      .catch((error: unknown) => {
        setSeen(null);
        throw error;
      })
      .finally(onChanged);
    tell(t.limitsSaved({ name: member.name }));
    onClose();
  });
  return (
    <FormDialog
      {...form.dialog}
      title={t.limitsTitle({ name: member.name })}
      description={t.limitsLead}
      action={common.save}
      onClose={onClose}
    >
      <LimitsFields limits={limits} onChange={setLimits} />
    </FormDialog>
  );
}
