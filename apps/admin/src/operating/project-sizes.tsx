import { useFormats } from '@/i18n/language-context.ts';
import { useOperatingWords } from '@/i18n/operating-words.ts';
import { Section } from '@/ui/page.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { NumbersTable } from './numbers-table.tsx';
import type { OperatingState } from './operating-state.ts';

/** The projects of the instance, the largest first. */
export function ProjectSizes({ projects }: { readonly projects: OperatingState['projects'] }) {
  const t = useOperatingWords();
  const { bytes, number } = useFormats();
  const rows = projects.map((project) => ({
    key: project.id,
    cells: [
      project.name,
      number(project.entries),
      `${number(project.files)} · ${bytes(project.file_bytes)}`,
      number(project.members),
      project.published_at === null ? t.never : <TimeAgo key="published" at={project.published_at} />,
    ],
  }));
  return (
    <Section title={t.projects}>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{t.noProjects}</p>
      ) : (
        <NumbersTable label={t.projects} head={[t.name, t.entries, t.files, t.people, t.published]} rows={rows} />
      )}
    </Section>
  );
}
