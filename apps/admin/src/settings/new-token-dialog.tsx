import { useState } from 'react';
import { useTRPCClient } from '@/api/trpc.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useSettingsWords } from '@/i18n/settings-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { Choice } from '@/ui/choice.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';

const SCOPES = ['read_published', 'read_draft', 'admin'] as const;
type Scope = (typeof SCOPES)[number];

interface NewTokenDialogProps {
  readonly onClose: () => void;
  readonly onMade: (token: { readonly name: string; readonly secret: string }) => void;
}

/** Makes a token. */
export function NewTokenDialog({ onClose, onMade }: NewTokenDialogProps) {
  const { project } = useProject();
  const t = useSettingsWords();
  const { common } = useMessages();
  const client = useTRPCClient();
  const [scope, setScope] = useState<Scope>('read_published');
  const form = useServerForm({ name: '', expires: '' }, async ({ name, expires }) => {
    const made = await client.tokens.create.mutate({
      projectId: project.id,
      name,
      scope,
      ...(expires && { expires_at: new Date(expires).toISOString() }),
    });
    onMade({ name: made.name, secret: made.secret });
  });
  return (
    <FormDialog {...form.dialog} onClose={onClose} title={t.newToken} action={t.makeToken}>
      <TextField
        label={common.name}
        help={t.tokenNameHelp}
        autoFocus
        placeholder={t.tokenExample}
        {...form.field('name', { required: common.giveName })}
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
        type="date"
        className="w-48"
        {...form.field('expires', {}, 'expires_at')}
      />
    </FormDialog>
  );
}
