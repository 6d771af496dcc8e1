import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorOf, messageFor } from '@/api/errors.ts';
import { useTRPC } from '@/api/trpc.ts';
import { useDeliveryWords } from '@/i18n/delivery-words.ts';
import { useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Choice } from '@/ui/choice.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import type { DeployTarget } from './live-stage.ts';
import { PlatformFieldView } from './platform-field-view.tsx';
import {
  askedFields,
  type ConfigForm,
  changedConfig,
  newConfig,
  PLATFORM_FIELDS,
  PLATFORMS,
  type TargetKind,
} from './platform-fields.ts';

interface TargetDialogProps {
  /** The target that is edited; null for a new one. */
  readonly target: DeployTarget | null;
  readonly onClose: () => void;
}

/** Makes a deploy target, or changes one, in the words of its platform. */
export function TargetDialog({ target, onClose }: TargetDialogProps) {
  const { project } = useProject();
  const { common } = useMessages();
  const t = useDeliveryWords();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.targets.create.mutationOptions());
  const update = useMutation(trpc.targets.update.mutationOptions());
  const error = create.error ?? update.error;
  const failure = error ? errorOf(error) : null;
  const [kind, setKind] = useState<TargetKind>(target?.kind ?? 'vercel');
  const [config, setConfig] = useState<ConfigForm>(() => openSettings(target));
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      name: target?.name ?? '',
      siteUrl: target?.site_url ?? '',
      quiet: target?.quiet_seconds ?? 10,
      environment: target?.environment ?? 'production',
    },
  });
  const fields = askedFields(kind, config);
  const wordsOf = (name: string): readonly [string, string] => t.fields[kind]?.[name] ?? [name, ''];
  const lacking = (): string[] =>
    fields
      .filter(({ name, isRequired, isSecret, control }) => {
        if (!isRequired || control === 'event') return false;
        return !config[name] && !(isSecret && target?.config[name] !== undefined);
      })
      .map(({ name }) => name);

  const submit = handleSubmit(async ({ name, siteUrl, quiet, environment }) => {
    const common = {
      projectId: project.id,
      name,
      site_url: siteUrl.trim() === '' ? null : siteUrl.trim(),
      quiet_seconds: quiet,
      environment,
    };
    const empty = lacking();
    setMissing(empty);
    if (empty.length > 0) return;
    if (target) {
      const changes = changedConfig(kind, target.config, config, removed);
      await update.mutateAsync({
        ...common,
        targetId: target.id,
        ...(Object.keys(changes).length > 0 && { config: changes }),
      });
      tell(t.saved);
    } else {
      const made = await create.mutateAsync({ ...common, kind, config: newConfig(kind, config) });
      tell(t.added(made.name));
    }
    await queryClient.invalidateQueries(trpc.targets.pathFilter());
    onClose();
  });

  return (
    <FormDialog
      onClose={onClose}
      title={target ? t.editTitle(target.name) : t.add}
      description={target ? t.secretsHelp : undefined}
      action={target ? common.save : t.create}
      busy={formState.isSubmitting}
      failure={failure}
      onSubmit={(event) => {
        setMissing(lacking());
        void submit(event).catch(() => undefined);
      }}
    >
      {!target && (
        <Choice
          legend={t.platform}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setMissing([]);
          }}
          options={PLATFORMS.map((one) => ({ value: one, label: t.kinds[one], help: t.kindHelp[one] }))}
        />
      )}
      <TextField
        label={t.name}
        error={formState.errors.name?.message ?? messageFor(failure, 'name')}
        placeholder={t.nameExample}
        {...register('name', { required: t.giveName })}
      />
      {fields.map((field) => {
        const [label, help] = wordsOf(field.name);
        const stored = field.isSecret ? target?.config[field.name] : undefined;
        return (
          <PlatformFieldView
            key={`${kind} ${field.name}`}
            field={field}
            label={label}
            help={help}
            value={config[field.name] ?? ''}
            stored={typeof stored === 'string' ? stored : null}
            isRemoved={removed.includes(field.name)}
            error={
              missing.includes(field.name)
                ? t.enter(label)
                : failure?.details.find(({ path }) => path[0] === 'config' && path[1] === field.name)?.message
            }
            onChange={(value) => setConfig({ ...config, [field.name]: value })}
            onRemove={(is) => setRemoved(is ? [...removed, field.name] : removed.filter((name) => name !== field.name))}
          />
        );
      })}
      <TextField
        label={t.siteUrl}
        help={t.siteUrlHelp}
        error={messageFor(failure, 'site_url')}
        type="url"
        placeholder="https://www.example.org/"
        {...register('siteUrl')}
      />
      <details>
        <summary className="cursor-pointer py-2 text-sm font-medium">{t.moreSettings}</summary>
        <div className="flex flex-col gap-4 pt-2">
          <TextField
            label={t.quiet}
            help={t.quietHelp}
            error={messageFor(failure, 'quiet_seconds')}
            type="number"
            min={0}
            max={3600}
            className="w-32"
            {...register('quiet', { valueAsNumber: true })}
          />
          <TextField
            label={t.environment}
            help={t.environmentHelp}
            error={messageFor(failure, 'environment')}
            {...register('environment')}
          />
        </div>
      </details>
    </FormDialog>
  );
}

/** What a form begins with: everything that may be shown. */
function openSettings(target: DeployTarget | null): ConfigForm {
  if (!target) return {};
  const secrets = PLATFORM_FIELDS[target.kind].filter(({ isSecret }) => isSecret).map(({ name }) => name);
  return Object.fromEntries(Object.entries(target.config).filter(([name]) => !secrets.includes(name)));
}
