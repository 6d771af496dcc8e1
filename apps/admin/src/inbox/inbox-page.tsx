import { useQuery } from '@tanstack/react-query';
import { Check, Inbox } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { common } from '#messages/common';
import { inbox as t } from '#messages/inbox';
import { type Outputs, useTRPC } from '@/api/trpc.ts';
import { useInvalidate } from '@/api/use-invalidate.ts';
import { usePages } from '@/api/use-pages.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { Link } from '@/ui/link.tsx';
import { Page } from '@/ui/page.tsx';
import { PagedList } from '@/ui/paged-list.tsx';
import { Empty } from '@/ui/states.tsx';
import { TimeAgo } from '@/ui/time.tsx';
import { useAction } from '@/ui/use-action.ts';

const FILTERS = ['all', 'unread', 'mentions', 'comments', 'assigned', 'reviews'] as const;
const INPUTS = {
  all: {},
  unread: { unread: 'true' },
  mentions: { kind: 'mention' },
  comments: { kind: 'comment,reply' },
  assigned: { kind: 'assigned,due' },
  reviews: { kind: 'review_requested,review_decided' },
} as const;

type Item = Outputs['inbox']['list']['data'][number];

/** The user's notifications in the project, newest first. Opening a line marks it as read. */
export function InboxPage() {
  const { project } = useProject();
  const trpc = useTRPC();
  const invalidate = useInvalidate();
  const [filter, setFilter] = useQueryState('show', parseAsStringLiteral(FILTERS).withDefault('all'));
  const list = usePages(trpc.inbox.list, { projectId: project.id, limit: 30, ...INPUTS[filter] });
  // The lines that are read may be fewer than those that are unread.
  const count = useQuery(trpc.inbox.count.queryOptions({ projectId: project.id }, { staleTime: 30_000 }));
  const mark = useAction(trpc.inbox.markRead, t.notMarked, () => invalidate(trpc.inbox));
  const read = (ids?: string[]): void => mark.mutate({ projectId: project.id, ...(ids && { ids }) });
  return (
    <Page
      title={t.title}
      lead={t.lead}
      action={
        <Button
          label={t.markAll}
          busy={mark.isPending}
          disabled={count.data?.unread === 0}
          className="max-sm:h-11"
          onClick={() => read()}
        />
      }
    >
      <fieldset className="mb-4 flex flex-wrap gap-1">
        <legend className="sr-only">{t.show}</legend>
        {FILTERS.map((one) => (
          <Button
            key={one}
            label={t.filters[one]}
            variant="ghost"
            aria-pressed={one === filter}
            className="aria-pressed:bg-accent-soft max-sm:h-11"
            onClick={() => void setFilter(one)}
          />
        ))}
      </fieldset>
      <PagedList list={list} empty={<Empty icon={Inbox} title={t.nothing} help={t.nothingHelp} />} more={t.earlier}>
        {(item) => <Line key={item.id} item={item} onRead={() => read([item.id])} />}
      </PagedList>
    </Page>
  );
}

function Line({ item, onRead }: { readonly item: Item; readonly onRead: () => void }) {
  const { project } = useProject();
  const { entry, comment, actor, kind, verdict, note } = item;
  const say = kind === 'review_decided' && verdict && verdict !== 'asked' ? t.verdicts[verdict] : t.kinds[kind];
  const isUnread = item.read_at === null;
  const thread = comment ? `?thread=${comment.thread_id}` : '';
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-sm">
      <span
        className={cn('mt-1.5 size-2 shrink-0 rounded-full', isUnread && 'bg-accent')}
        {...(isUnread && { role: 'img', 'aria-label': t.unread })}
      />
      <Link
        href={`/projects/${project.id}/entries/${entry.id}${thread}`}
        className="min-w-0 flex-1 hover:underline"
        onClick={() => isUnread && onRead()}
      >
        <span className={cn('block break-words', isUnread && 'font-medium')}>
          {say({ who: actor.name, title: entry.title || common.untitled })}
        </span>
        {(comment || note) && (
          <span dir="auto" className="mt-0.5 line-clamp-2 block break-words text-muted rtl:text-right">
            {comment?.excerpt ?? note}
          </span>
        )}
      </Link>
      <TimeAgo at={item.created_at} className="shrink-0 text-xs text-muted" />
      {isUnread && <IconButton icon={Check} label={t.markRead} className="max-sm:size-11" onClick={onRead} />}
    </li>
  );
}
