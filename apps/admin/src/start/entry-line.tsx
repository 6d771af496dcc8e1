import { common } from '#messages/common';
import { review } from '#messages/review';
import { start as t } from '#messages/start';
import type { Outputs } from '@/api/trpc.ts';
import { dayFromToday } from '@/entry/review.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Link } from '@/ui/link.tsx';
import { TimeAgo } from '@/ui/time.tsx';

interface EntryLineProps {
  readonly line: Outputs['start']['get']['live']['entries'][number];
}

/** An entry on the start page, which leads to it. */
export function EntryLine({ line }: EntryLineProps) {
  const { project, schema } = useProject();
  const { day } = formats;
  const { id, title, collection_key: key, at, actor, due_on: due } = line;
  const collection = schema?.collections.find((one) => one.key === key)?.label ?? key;
  const isLate = due !== null && due < dayFromToday(0);
  return (
    <li className="relative flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2 text-sm hover:bg-hover">
      <Link
        href={`/projects/${project.id}/entries/${id}`}
        dir="auto"
        className="min-w-0 truncate font-medium after:absolute after:inset-0 after:-outline-offset-2 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring"
      >
        {title || common.untitled}
      </Link>
      <span className="min-w-0 truncate text-muted">
        {collection}
        {actor && <> · {t.askedBy({ name: actor.name })}</>}
      </span>
      <span className="ms-auto flex shrink-0 items-center gap-2 text-xs text-muted">
        {due !== null && (
          <Badge tone={isLate ? 'warning' : 'neutral'}>
            {isLate ? review.overdue : review.isDue({ day: day(due) })}
          </Badge>
        )}
        <TimeAgo at={at} />
      </span>
    </li>
  );
}
