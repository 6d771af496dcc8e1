import { common } from '#messages/common';
import { machine as t } from '#messages/machine';
import { type Outputs, useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { Field, TextField } from '@/ui/field.tsx';
import { FormDialog } from '@/ui/form-dialog.tsx';
import { Select } from '@/ui/input.tsx';
import { tell } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';

interface ServiceDialogProps {
  readonly service: Outputs['translations']['getService'];
  readonly onClose: () => void;
}

/** Sets the service that translates texts by machine. */
export function ServiceDialog({ service, onClose }: ServiceDialogProps) {
  const { project } = useProject();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const isUsualAddress = service.kind === 'deepl' && /^https:\/\/api(-free)?\.deepl\.com$/.test(service.url ?? '');
  const before = {
    kind: service.kind ?? 'none',
    url: isUsualAddress ? '' : (service.url ?? ''),
    model: service.model ?? '',
    api_key: '',
  };
  const form = useServerForm(before, async ({ kind, url, model, api_key: key }) => {
    await client.translations.changeService.mutate({
      projectId: project.id,
      kind: kind === 'deepl' || kind === 'openai' ? kind : null,
      // A value in a hidden field belongs to another service.
      ...((kind === 'openai' || kind === service.kind) && url.trim() !== '' && { url: url.trim() }),
      ...(kind === 'openai' && { model }),
      ...(key.trim() !== '' && { api_key: key.trim() }),
    });
    await invalidate(trpc.translations);
    tell(common.saved);
    onClose();
  });
  const kind = form.watch('kind');
  const { onChange, onBlur, name, ref } = form.register('kind');
  return (
    <FormDialog
      {...form.dialog}
      onClose={onClose}
      title={t.service}
      description={t.serviceHelp}
      action={common.save}
      disabled={!form.isDirty}
    >
      <Field label={t.kind}>
        {(control) => (
          <Select
            {...control}
            ref={ref}
            name={name}
            value={kind}
            options={[
              ['none', t.kinds.none],
              ['deepl', t.kinds.deepl],
              ['openai', t.kinds.openai],
            ]}
            onBlur={(event) => void onBlur(event)}
            onChange={(value) => void onChange({ target: { name, value } })}
          />
        )}
      </Field>
      {kind !== 'none' && (
        <>
          <TextField
            label={t.key}
            type="password"
            autoComplete="off"
            help={service.kind === kind ? t.keyKept : undefined}
            {...form.field('api_key', service.kind === kind ? {} : { required: t.giveKey })}
          />
          {(kind === 'openai' || (kind === service.kind && before.url !== '')) && (
            <TextField
              label={t.address}
              type="url"
              help={kind === 'openai' ? t.addressHelp : undefined}
              {...form.field('url', { required: t.giveAddress })}
            />
          )}
          {kind === 'openai' && <TextField label={t.model} {...form.field('model', { required: t.giveModel })} />}
        </>
      )}
    </FormDialog>
  );
}
