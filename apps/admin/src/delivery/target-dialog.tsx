import { useState } from 'react';
import { common } from '#messages/common';
import { delivery as t } from '#messages/delivery';
import { useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { known } from '@/i18n/known.ts';
import { useProject } from '@/project/project-context.tsx';
import { Choice } from '@/ui/choice.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { tell } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
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
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const [kind, setKind] = useState<TargetKind>(target?.kind ?? 'vercel');
  const [config, setConfig] = useState<ConfigForm>(() => openSettings(target));
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const defaults = {
    name: target?.name ?? '',
    siteUrl: target?.site_url ?? '',
    quiet: target?.quiet_seconds ?? 10,
    environment: target?.environment ?? 'production',
  };
  const fields = askedFields(kind, config);
  const wordsOf = (name: string): readonly string[] => known<readonly string[]>(t.fields[kind], name) ?? [];
  const lacking = (): string[] =>
    fields
      .filter(({ name, isRequired, isSecret, control }) => {
        if (!isRequired || control === 'event') return false;
        return !config[name] && !(isSecret && target?.config[name] !== undefined);
      })
      .map(({ name }) => name);

  const form = useServerForm(defaults, async ({ name, siteUrl, quiet, environment }) => {
    const given = {
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
      await client.targets.update.mutate({
        ...given,
        targetId: target.id,
        ...(Object.keys(changes).length > 0 && { config: changes }),
      });
      tell(common.saved);
    } else {
      const made = await client.targets.create.mutate({ ...given, kind, config: newConfig(kind, config) });
      tell(t.added({ name: made.name }));
    }
    await invalidate(trpc.targets);
    onClose();
  });

  return (
    <FormDialog
      {...form.dialog}
      onClose={onClose}
      title={target ? common.editTitle({ name: target.name }) : t.add}
      description={target ? t.secretsHelp : undefined}
      action={target ? common.save : t.create}
      onSubmit={(event) => {
        setMissing(lacking());
        return form.submit(event);
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
        label={common.name}
        placeholder={t.nameExample}
        {...form.field('name', { required: common.giveName })}
      />
      {fields.map((field) => {
        const [label = field.name, help = ''] = wordsOf(field.name);
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
            error={missing.includes(field.name) ? t.enter({ label }) : form.problemAt('config', field.name)}
            onChange={(value) => setConfig({ ...config, [field.name]: value })}
            onRemove={(is) => setRemoved(is ? [...removed, field.name] : removed.filter((name) => name !== field.name))}
          />
        );
      })}
      <TextField
        label={t.siteUrl}
        help={t.siteUrlHelp}
        type="url"
        placeholder="https://www.example.org/"
        {...form.field('siteUrl', {}, 'site_url')}
      />
      <details>
        <summary className="cursor-pointer py-2 text-sm font-medium">{t.moreSettings}</summary>
        <div className="flex flex-col gap-4 pt-2">
          <TextField
            label={t.quiet}
            help={t.quietHelp}
            type="number"
            min={0}
            max={3600}
            className="w-32"
            {...form.field('quiet', { valueAsNumber: true }, 'quiet_seconds')}
          />
          <TextField label={t.environment} help={t.environmentHelp} {...form.field('environment')} />
        </div>
      </details>
    </FormDialog>
  );
}

/** Initial values of the form: all settings except secrets. */
function openSettings(target: DeployTarget | null): ConfigForm {
  if (!target) return {};
  const secrets = PLATFORM_FIELDS[target.kind].filter(({ isSecret }) => isSecret).map(({ name }) => name);
  return Object.fromEntries(Object.entries(target.config).filter(([name]) => !secrets.includes(name)));
}
