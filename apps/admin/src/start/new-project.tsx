import { useQuery } from '@tanstack/react-query';
import { FilePen } from 'lucide-react';
import { shell } from '#messages/shell';
import { start as t } from '#messages/start';
import { useTRPC } from '@/api/trpc.ts';
import { mayCreate } from '@/project/entry-rights.ts';
import { useProject } from '@/project/project-context.tsx';
import { LinkButton } from '@/ui/link-button.tsx';
import { Empty } from '@/ui/states.tsx';

/** Says what to do first in a project without content, or that nothing waits for a person. */
export function NewProject() {
  const open = useProject();
  const { project, schema } = open;
  const trpc = useTRPC();
  const counts = useQuery(
    trpc.entries.count.queryOptions({ projectId: project.id }, { staleTime: 30_000, retry: false }),
  );
  if (!counts.data) return null;
  const base = `/projects/${project.id}`;
  if (counts.data.data.some(({ total }) => total > 0)) {
    return (
      <Empty
        icon={FilePen}
        title={t.nothing}
        help={t.nothingHelp}
        action={<LinkButton label={shell.toEntries} href={`${base}/entries`} variant="primary" />}
      />
    );
  }
  const first = schema?.collections.find(({ key }) => mayCreate(open, key));
  return (
    <Empty
      icon={FilePen}
      title={t.empty}
      help={schema === null ? t.noSchemaHelp : first ? t.emptyHelp : t.nothingHelp}
      action={
        first && <LinkButton label={first.label} href={`${base}/entries?collection=${first.key}`} variant="primary" />
      }
    />
  );
}
