import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorOf, messageFor } from '@/api/errors.ts';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { useWebhooksWords } from '@/i18n/webhooks-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import { CheckList } from './check-list.tsx';
import { EVENT_GROUPS, type EventGroup, WEBHOOK_EVENTS, type WebhookEvent } from './event-groups.ts';

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
  const { common } = useMessages();
  const t = useWebhooksWords();
  const { language } = useFormats();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.webhooks.create.mutationOptions());
  const update = useMutation(trpc.webhooks.update.mutationOptions());
  const error = create.error ?? update.error;
  const failure = error ? errorOf(error) : null;
  const [events, setEvents] = useState<readonly WebhookEvent[]>(() =>
    WEBHOOK_EVENTS.filter((one) => (webhook ? webhook.events.includes(one) : one === 'snapshot.live')),
  );
  const [collections, setCollections] = useState<readonly string[]>(webhook?.collections ?? []);
  const [locales, setLocales] = useState<readonly string[]>(webhook?.locales ?? []);
  const [wasSubmitted, setSubmitted] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      values: webhook?.include_values ?? false,
    },
  });
  const ofEntries = events.some((one) => one.startsWith('entry.'));
  // What isn't in the schema any more stays chosen until somebody takes it out.
  const keys = [...new Set([...(schema?.collections.map(({ key }) => key) ?? []), ...collections])];
  const labelOf = (key: string): string => schema?.collections.find((one) => one.key === key)?.label ?? key;
  const submit = handleSubmit(async ({ name, url, values }) => {
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
      await update.mutateAsync({ ...given, webhookId: webhook.id });
      tell(t.saved);
    } else onMade?.(await create.mutateAsync(given));
    await queryClient.invalidateQueries(trpc.webhooks.pathFilter());
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={webhook ? t.editTitle(webhook.name) : t.add}
      action={webhook ? common.save : t.create}
      busy={formState.isSubmitting}
      failure={failure}
      onSubmit={(event) => {
        setSubmitted(true);
        void submit(event).catch(() => undefined);
      }}
    >
      <TextField
        label={t.name}
        error={formState.errors.name?.message ?? messageFor(failure, 'name')}
        placeholder={t.nameExample}
        {...register('name', { required: t.giveName })}
      />
      <TextField
        label={t.url}
        help={t.urlHelp}
        error={formState.errors.url?.message ?? messageFor(failure, 'url')}
        type="url"
        {...register('url', { validate: (url) => /^https?:\/\/./.test(url.trim()) || t.giveUrl })}
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-sm font-medium">{t.events}</legend>
        {(Object.keys(EVENT_GROUPS) as EventGroup[]).map((group) => (
          <CheckList
            key={group}
            legend={t.groups[group]}
            options={EVENT_GROUPS[group].map((one) => ({ value: one, label: t.eventWords[one] ?? one }))}
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
          <input type="checkbox" className="mt-1 size-4 shrink-0 accent-accent" {...register('values')} />
          <span>
            {t.includeValues}
            <span className="block text-xs text-muted">{t.includeValuesHelp}</span>
          </span>
        </label>
      )}
    </FormDialog>
  );
}
