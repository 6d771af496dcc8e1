import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operating as t } from '#messages/operating';
import { useTRPC } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { Button } from '@/ui/button.tsx';
import { Section } from '@/ui/page.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { NumbersTable } from './numbers-table.tsx';
import type { OperatingState } from './operating-state.ts';
import { QuotasDialog } from './quotas-dialog.tsx';

/** The projects of the instance, the largest first. */
export function ProjectSizes({ projects }: { readonly projects: OperatingState['projects'] }) {
  const { bytes, number } = formats;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<string | null>(null);
  const changed = projects.find(({ id }) => id === pending);
  const stateOf = ({ quotas }: (typeof projects)[number]): string =>
    Object.keys(quotas.own).length > 0 ? t.ownQuotas : t.usualQuotas;
  const rows = projects.map((project) => ({
    key: project.id,
    cells: [
      project.name,
      number(project.entries),
      `${number(project.files)} · ${bytes(project.file_bytes)}`,
      number(project.members),
      project.published_at === null ? t.never : <TimeAgo key="published" at={project.published_at} />,
      <Button
        key="quotas"
        label={stateOf(project)}
        aria-label={`${stateOf(project)}: ${t.quotasOf({ name: project.name })}`}
        size="sm"
        className="max-sm:h-11"
        onClick={() => setPending(project.id)}
      />,
    ],
  }));
  return (
    <Section title={t.projects}>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{t.noProjects}</p>
      ) : (
        <NumbersTable
          label={t.projects}
          head={[t.name, t.entries, t.files, t.people, t.published, t.quotas]}
          rows={rows}
        />
      )}
      {changed && (
        <QuotasDialog
          project={changed}
          onClose={() => setPending(null)}
          onChanged={() => queryClient.invalidateQueries(trpc.operating.state.queryFilter())}
        />
      )}
    </Section>
  );
}
