import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settings as t } from '#messages/settings';
import { useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { TextField } from '@/ui/field.tsx';
import { useNavigate } from '@/ui/navigate.ts';
import { Section } from '@/ui/page.tsx';
import { tell } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';
import { SettingsFrame } from './settings-frame.tsx';

const GOES = ['entries', 'snapshots', 'files', 'people', 'tokens', 'deploy_targets', 'webhooks'] as const;

/** Says what goes with the project, and deletes it once its name is typed. */
export function DangerSettings() {
  const { project, mayManage } = useProject();
  const trpc = useTRPC();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const { bytes, number } = formats;
  const { data: goes } = useQuery(
    trpc.projects.deletion.queryOptions({ projectId: project.id }, { enabled: mayManage }),
  );
  const [typed, setTyped] = useState('');
  const remove = useAction(trpc.projects.delete, t.notDeleted, async () => {
    tell(t.deleted({ name: project.name }));
    await invalidate(trpc.projects.list);
    navigate.replace('/');
  });
  return (
    <SettingsFrame>
      {mayManage && (
        <Section title={t.deleteProject} lead={t.deleteLead}>
          <form
            className="flex flex-col gap-4 rounded-lg border border-danger/40 bg-surface p-4"
            onSubmit={(event) => {
              event.preventDefault();
              if (typed === project.name) remove.mutate({ projectId: project.id, confirm_name: typed });
            }}
          >
            {goes && (
              <dl className="grid grid-cols-2 gap-x-8 gap-y-2 sm:grid-cols-3">
                {GOES.map((what) => (
                  <div key={what}>
                    <dt className="text-xs text-muted">{t.deletes[what]}</dt>
                    <dd>
                      {number(goes[what])}
                      {what === 'files' && ` · ${bytes(goes.bytes)}`}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            <TextField
              label={t.typeName({ name: project.name })}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button
              label={t.deleteProject}
              type="submit"
              variant="danger"
              className="self-start"
              disabled={typed !== project.name}
              busy={remove.isPending}
            />
          </form>
        </Section>
      )}
    </SettingsFrame>
  );
}
