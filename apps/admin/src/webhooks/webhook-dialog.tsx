import type { WebhookEventKind } from '@stele/core/client';
import { useState } from 'react';
import { common } from '#messages/common';
import { webhooks as t } from '#messages/webhooks';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { known } from '@/i18n/known.ts';
import { formats } from '@/i18n/language.ts';
import { useFeatures } from '@/project/features-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
import { CheckList } from './check-list.tsx';
import { EVENT_GROUPS, webhookEvents } from './event-groups.ts';

interface WebhookDialogProps {
  /** The webhook that is edited; null for a new one. */
  readonly webhook: Outputs['webhooks']['get'] | null;
  readonly onClose: () => void;
  /** Called with the secret of a new one, which is shown this once. */
  readonly onMade?: (made: { readonly id: string; readonly name: string; readonly secret: string }) => void;
}

/** Makes a webhook, or changes one. */
export function WebhookDialog({ webhook, onClose, onMade }: WebhookDialogProps) {
  const { project, schema } = useProject();
  const { language } = formats;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const features = useFeatures();
  const [events, setEvents] = useState<readonly WebhookEventKind[]>(() =>
    EVENT_GROUPS.flatMap((group) => webhookEvents(features, group)).filter((one) =>
      webhook ? webhook.events.includes(one) : one === 'snapshot.live',
    ),
  );
  const [collections, setCollections] = useState<readonly string[]>(webhook?.collections ?? []);
  const [locales, setLocales] = useState<readonly string[]>(webhook?.locales ?? []);
  const [wasSubmitted, setSubmitted] = useState(false);
  const ofEntries = events.some((one) => one.startsWith('entry.'));
  // A collection that the schema no longer has stays chosen until someone removes it.
  const keys = [...new Set([...(schema?.collections.map(({ key }) => key) ?? []), ...collections])];
  const labelOf = (key: string): string => schema?.collections.find((one) => one.key === key)?.label ?? key;
  const defaults = { name: webhook?.name ?? '', url: webhook?.url ?? '', values: webhook?.include_values ?? false };
  const form = useServerForm(defaults, async ({ name, url, values }) => {
    if (events.length === 0) return;
    const given = {
      projectId: project.id,
      name,
      url: url.trim(),
      events: [...events],
      collections: [...collections],
      locales: [...locales],
      include_values: values,
    };
    if (webhook) {
      await client.webhooks.update.mutate({ ...given, webhookId: webhook.id });
      tell(common.saved);
    } else onMade?.(await client.webhooks.create.mutate(given));
    await invalidate(trpc.webhooks);
    onClose();
  });
  return (
    <FormDialog
      {...form.dialog}
      onClose={onClose}
      title={webhook ? common.editTitle({ name: webhook.name }) : t.add}
      action={webhook ? common.save : t.create}
      onSubmit={(event) => {
        setSubmitted(true);
        return form.submit(event);
      }}
    >
      <TextField
        label={common.name}
        placeholder={t.nameExample}
        {...form.field('name', { required: common.giveName })}
      />
      <TextField
        label={t.url}
        help={t.urlHelp}
        type="url"
        {...form.field('url', { validate: (url) => /^https?:\/\/./.test(url.trim()) || t.giveUrl })}
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-medium">{t.events}</legend>
        {EVENT_GROUPS.map((group) => (
          <CheckList
            key={group}
            legend={t.groups[group]}
            options={webhookEvents(features, group).map((one) => ({
              value: one,
              label: known(t.eventWords, one) ?? one,
            }))}
            chosen={events}
            onChange={setEvents}
          />
        ))}
        {wasSubmitted && events.length === 0 && (
          <p role="alert" className="text-xs text-danger">
            {t.chooseEvents}
          </p>
        )}
      </fieldset>
      {ofEntries && (
        <details open={collections.length + locales.length > 0}>
          <summary className="cursor-pointer py-2 text-sm font-medium">{t.narrow}</summary>
          <div className="flex flex-col gap-3 pt-1">
            <p className="text-xs text-muted">{t.allIfNone}</p>
            {keys.length > 0 && (
              <CheckList
                legend={t.collections}
                options={keys.map((key) => ({ value: key, label: labelOf(key) }))}
                chosen={collections}
                onChange={setCollections}
              />
            )}
            <CheckList
              legend={t.languages}
              options={[...new Set([...project.locales, ...locales])].map((one) => ({
                value: one,
                label: language(one),
              }))}
              chosen={locales}
              onChange={setLocales}
            />
          </div>
        </details>
      )}
      {events.includes('entry.published') && (
        <label className="flex min-h-8 items-start gap-2.5 text-sm">
          <input type="checkbox" className="mt-1 size-4 shrink-0 accent-accent" {...form.register('values')} />
          <span>
            {t.includeValues}
            <span className="block text-xs text-muted">{t.includeValuesHelp}</span>
          </span>
        </label>
      )}
    </FormDialog>
  );
}
