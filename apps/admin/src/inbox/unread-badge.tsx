import { useQuery } from '@tanstack/react-query';
import { shell as t } from '#messages/shell';
import { useTRPC } from '@/api/trpc.ts';
import { useProjectOrNull } from '@/project/project-context.tsx';

/** How many notifications are unread. The event stream says when that has changed. */
export function UnreadBadge() {
  const open = useProjectOrNull();
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.inbox.count.queryOptions(
      { projectId: open?.project.id ?? '' },
      { enabled: open !== null, staleTime: 30_000, retry: false },
    ),
  );
  const unread = data?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <span className="ms-2 rounded-full bg-accent px-1.5 text-xs leading-5 font-medium text-on-accent tabular-nums">
      {unread > 99 ? '99+' : unread}
      <span className="sr-only"> {t.unread}</span>
    </span>
  );
}
