import { useQuery } from '@tanstack/react-query';
import { review as t } from '#messages/review';
import { useTRPC } from '@/api/trpc.ts';
import { useProject } from '@/project/project-context.tsx';
import { Select } from '@/ui/input.tsx';
import { DUE, type ListQuery } from './list-query.ts';

interface ReviewFiltersProps {
  readonly assignee: string | null;
  readonly due: ListQuery['due'];
  readonly onChange: (query: Partial<Pick<ListQuery, 'assignee' | 'due'>>) => void;
  readonly className: string;
}

/** Narrows a list to whom entries are assigned, and to when they are due. */
export function ReviewFilters({ assignee, due, onChange, className }: ReviewFiltersProps) {
  const { project, user } = useProject();
  const trpc = useTRPC();
  const members = useQuery(trpc.members.list.queryOptions({ projectId: project.id }, { staleTime: 60_000 }));
  const others = (members.data?.data ?? []).filter(({ user_id: id }) => id !== user.id);
  return (
    <>
      <Select
        aria-label={t.assignedTo}
        className={className}
        value={assignee ?? ''}
        options={[['', t.anyone], ['me', t.mine], ...others.map(({ user_id: id, name }) => [id, name] as const)]}
        onChange={(next) => onChange({ assignee: next || null })}
      />
      <Select
        aria-label={t.due}
        className={className}
        value={due ?? ''}
        options={[['', t.anyDue], ...DUE.map((one) => [one, t.dueBy[one]] as const)]}
        onChange={(next) => onChange({ due: DUE.find((one) => one === next) ?? null })}
      />
    </>
  );
}
