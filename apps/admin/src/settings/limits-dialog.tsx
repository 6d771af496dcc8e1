import { useState } from 'react';
import { type Outputs, useTRPCClient } from '@/api/trpc.ts';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { useSettingsWords } from '@/i18n/settings-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
import { ChecklistField } from './checklist-field.tsx';

interface LimitsDialogProps {
  readonly member: Outputs['members']['list']['data'][number];
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** Limits a member to collections and languages. */
export function LimitsDialog({ member, onClose, onChanged }: LimitsDialogProps) {
  const { project, schema } = useProject();
  const t = useSettingsWords();
  const { common } = useMessages();
  const { language } = useFormats();
  const client = useTRPCClient();
  const [limits, setLimits] = useState(member.limits);
  const form = useServerForm({}, async () => {
    await client.members.update.mutate({ projectId: project.id, userId: member.user_id, limits });
    tell(t.limitsSaved(member.name));
    onChanged();
    onClose();
  });
  const collections = (schema?.collections ?? []).map(({ key, label }) => [key, label] as const);
  const field = (kind: keyof typeof limits, legend: string, options: readonly (readonly [string, string])[]) => (
    <ChecklistField
      legend={legend}
      options={options}
      value={limits[kind] ?? []}
      onChange={(chosen) => setLimits({ ...limits, [kind]: chosen.length > 0 ? chosen : undefined })}
    />
  );
  return (
    <FormDialog
      {...form.dialog}
      title={t.limitsTitle(member.name)}
      description={t.limitsLead}
      action={common.save}
      onClose={onClose}
    >
      {collections.length > 0 && field('collections', t.limitCollections, collections)}
      {field(
        'locales',
        t.limitLocales,
        project.locales.map((locale) => [locale, language(locale)] as const),
      )}
      {collections.length > 0 && field('reads', t.limitReads, collections)}
    </FormDialog>
  );
}
