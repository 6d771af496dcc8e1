import { common } from '#messages/common';
import { settings as t } from '#messages/settings';
import { useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { FormFailure } from '@/ui/form-failure.tsx';
import { SecretBox } from '@/ui/secret-box.tsx';
import { tell } from '@/ui/toast.tsx';
import { useServerForm } from '@/ui/use-server-form.ts';
import { PreviewSites } from './preview-sites.tsx';
import { ProjectUsage } from './project-usage.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The project's name, id, preview sites and usage. */
export function ProjectSettings() {
  const { project, may } = useProject();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const form = useServerForm({ name: project.name }, async ({ name }) => {
    const saved = await client.projects.update.mutate({ projectId: project.id, name });
    form.reset({ name: saved.name });
    await invalidate(trpc.projects);
    tell(common.saved);
  });
  return (
    <SettingsFrame>
      <form noValidate className="flex flex-col gap-4 rounded-lg border bg-surface p-4" onSubmit={form.submit}>
        <TextField
          label={common.name}
          disabled={!may('project.update')}
          {...form.field('name', { required: common.giveName })}
        />
        <div>
          <p className="mb-1.5 text-sm font-medium">{t.projectId}</p>
          <SecretBox label={t.projectId} value={project.id} />
        </div>
        <FormFailure failure={form.failure} />
        {may('project.update') && (
          <Button
            label={common.save}
            type="submit"
            variant="primary"
            className="self-start"
            disabled={!form.isDirty}
            busy={form.dialog.busy}
          />
        )}
      </form>
      <div className="mt-10">
        <PreviewSites />
      </div>
      <div className="mt-10">
        <ProjectUsage />
      </div>
    </SettingsFrame>
  );
}
