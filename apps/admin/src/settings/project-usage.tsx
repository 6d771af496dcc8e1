import { useQuery } from '@tanstack/react-query';
import { settings as t } from '#messages/settings';
import { useTRPC } from '@/api/trpc.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Section } from '@/ui/page.tsx';

const THINGS = ['entries', 'people', 'bytes', 'requests'] as const;

/** The project's usage, and how much is allowed. */
export function ProjectUsage() {
  const { bytes, number } = formats;
  const { project } = useProject();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.projects.usage.queryOptions({ projectId: project.id }));
  if (!data) return null;
  return (
    <Section title={t.usage} lead={t.usageLead}>
      <dl className="grid gap-x-8 gap-y-3 rounded-lg border bg-surface p-4 sm:grid-cols-2">
        {THINGS.map((thing) => {
          const { used, limit } = data[thing];
          if (used === null) return null;
          const text = thing === 'bytes' ? bytes : number;
          return (
            <div key={thing} className="min-w-0">
              <dt className="text-xs text-muted">{t.usageOf[thing]}</dt>
              <dd className="flex flex-wrap items-center gap-2">
                {limit === null ? text(used) : t.usedOf({ used: text(used), limit: text(limit) })}
                {limit !== null && used >= limit && <Badge tone="warning">{t.usageFull}</Badge>}
              </dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}
