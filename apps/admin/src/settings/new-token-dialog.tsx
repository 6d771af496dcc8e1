import { useState } from 'react';
import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { useTRPCClient } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { Choice } from '@/ui/choice.tsx';
import { DayField } from '@/ui/day-field.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
import { AllOrSomeField } from './all-or-some-field.tsx';

const SCOPES = ['read_published', 'read_draft', 'admin'] as const;
type Scope = (typeof SCOPES)[number];

interface NewTokenDialogProps {
  /** How many days it may live at most; null for ever. */
  readonly longestDays: number | null;
  readonly onClose: () => void;
  readonly onMade: (token: { readonly name: string; readonly secret: string }) => void;
}

/** Makes a token. */
export function NewTokenDialog({ longestDays, onClose, onMade }: NewTokenDialogProps) {
  const { project, schema } = useProject();
  const client = useTRPCClient();
  const [scope, setScope] = useState<Scope>('read_published');
  const [collections, setCollections] = useState<string[]>();
  const known = (schema?.collections ?? []).map(({ key, label }) => [key, label] as const);
  const form = useServerForm({ name: '', expires: '', addresses: '' }, async ({ name, expires, addresses }) => {
    const allowed = addresses.split(/[\s,]+/).filter((one) => one !== '');
    const made = await client.tokens.create.mutate({
      projectId: project.id,
      name,
      scope,
      ...(expires && { expires_at: new Date(expires).toISOString() }),
      ...(allowed.length > 0 && { allowed_addresses: allowed }),
      ...(collections && scope !== 'read_published' && { collections }),
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
      <DayField
        control={form.control}
        name="expires"
        label={t.expires}
        help={longestDays === null ? t.expiresHelp : t.expiresAtLatest({ days: longestDays })}
        problem={form.problemAt('expires_at')}
      />
      {scope !== 'read_published' && known.length > 0 && (
        <AllOrSomeField
          legend={t.tokenCollections}
          all={t.allCollections}
          known={known}
          value={collections}
          onChange={setCollections}
        />
      )}
      <TextField
        label={t.addresses}
        help={t.addressesHelp}
        placeholder="203.0.113.0/24"
        {...form.field('addresses', {}, 'allowed_addresses')}
      />
    </FormDialog>
  );
}
