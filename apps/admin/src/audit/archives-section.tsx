import { Download } from 'lucide-react';
import { audit as t } from '#messages/audit';
import { useTRPC, useTRPCClient } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { usePages } from '@/api/use-pages.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/input.tsx';
import { NextPage } from '@/ui/next-page.tsx';
import { Section } from '@/ui/page.tsx';
import { tell, tellFailure } from '@/ui/toast.tsx';
import { useAction } from '@/ui/use-action.ts';

const USUAL_DAYS = [90, 365, 1095] as const;

/** When earlier history moves to files, and these files to download. */
export function ArchivesSection() {
  const { project, may } = useProject();
  const { bytes, day } = formats;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const invalidate = useInvalidate();
  const target = { projectId: project.id };
  const { query: archives, rows: files } = usePages(trpc.archives.list, { ...target, limit: 20 });
  const change = useAction(trpc.archives.change, t.notDone, async () => {
    tell(t.archivingChanged);
    await invalidate(trpc.archives, trpc.audit);
  });
  if (!archives.data) return null;
  const days = archives.data.pages[0]?.after_days ?? null;
  const choices = [...new Set([...USUAL_DAYS, ...(days === null ? [] : [days])])].sort((a, b) => a - b);
  const download = async (archiveId: string): Promise<void> => {
    try {
      const { url } = await client.archives.link.query({ ...target, archiveId });
      window.location.assign(url);
    } catch (error) {
      tellFailure(t.notDone, error);
    }
  };
  return (
    <Section title={t.archives} lead={t.archivesLead}>
      {may('project.delete') && (
        <Field label={t.archiveAfter}>
          {(control) => (
            <Select
              {...control}
              className="w-auto self-start max-sm:h-11"
              disabled={change.isPending}
              value={String(days ?? '')}
              options={[
                ['', t.archiveNever],
                ...choices.map((n): [string, string] => [String(n), t.archiveDays({ days: n })]),
              ]}
              onChange={(value) => change.mutate({ ...target, after_days: value === '' ? null : Number(value) })}
            />
          )}
        </Field>
      )}
      <ul className="divide-y rounded-lg border bg-surface empty:hidden">
        {files.map((file) => (
          <li key={file.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">
                {t.archiveOf[file.kind]}, {day(file.first_at)} – {day(file.last_at)}
              </p>
              <p className="text-xs text-muted">
                {t.archiveRows({ count: file.rows })} · {bytes(file.bytes)}
              </p>
            </div>
            <Button
              icon={Download}
              label={t.download}
              size="sm"
              className="max-sm:h-11"
              onClick={() => void download(file.id)}
            />
          </li>
        ))}
      </ul>
      <NextPage query={archives} className="self-start" label={t.earlier} />
    </Section>
  );
}
