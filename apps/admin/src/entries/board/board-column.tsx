import { useDndContext, useDroppable } from '@dnd-kit/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { boards as t } from '#messages/boards';
import { common } from '#messages/common';
import { review } from '#messages/review';
import { useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { moveRefusal, stateOf, type Workflow } from '@/entry/review.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { cn } from '@/ui/cn.ts';
import { NextPage } from '@/ui/next-page.tsx';
import { Failed, SkeletonRows } from '@/ui/states.tsx';
import type { ListedEntry } from '../list-columns.tsx';
import type { ListViewProps } from '../list-views.ts';
import { type Moving, shownIn } from '../use-moving.ts';
import { BoardCard } from './board-card.tsx';

/** The place of entries that are in no state: not a key of one. */
const LIVE = '';

/** Cards of a page. */
const CARDS = 25;

interface BoardColumnProps extends ListViewProps {
  readonly workflow: Workflow;
  /** Null for entries that are live and have nothing to review. */
  readonly state: Workflow['states'][number] | null;
  readonly label: string;
  readonly moving: Moving;
  /** How many entries there are; null while that isn't known. */
  readonly count: number | null;
  /** Whether only its name and count are shown. */
  readonly isFolded?: boolean;
  /** Folds it, or shows it again. */
  readonly fold?: ReactNode;
}

/** The entries in a state, page by page, and how many there are. Takes those that one may move there. */
export function BoardColumn(props: BoardColumnProps) {
  const { collection, input, locale, workflow, state, label, moving, count, isFolded = false, fold } = props;
  const open = useProject();
  const { number } = formats;
  const trpc = useTRPC();
  const { limit: _, include: __, sort, ...filters } = input;
  const { query: entries, rows: read } = usePages(
    trpc.entries.list,
    {
      ...filters,
      ...(state ? { state: state.key } : { status: 'settled' as const }),
      limit: CARDS,
      ...(sort && { sort }),
      ...(locale && { include: 'short_values' }),
    },
    { placeholderData: keepPreviousData, enabled: !isFolded },
  );
  const { active } = useDndContext();
  const dragged = active?.data.current?.entry as ListedEntry | undefined;
  const isOwn = dragged !== undefined && stateOf(workflow, dragged) === state;
  const refusal = state && dragged && !isOwn ? moveRefusal(open, workflow, state, dragged) : null;
  const { setNodeRef, isOver } = useDroppable({
    id: state?.key ?? LIVE,
    disabled: state === null || refusal !== null,
  });
  // A column that has no hit of a search shows none that are only similar.
  const isGuessed = count === 0 && filters.search !== undefined;
  const rows = isGuessed ? [] : entries.data && read;
  const cards = shownIn(state?.key ?? LIVE, rows ?? [], moving);
  return (
    <section
      ref={setNodeRef}
      aria-label={label}
      aria-busy={entries.isFetching}
      className={cn(
        'flex shrink-0 flex-col gap-2 rounded-lg border bg-sunken p-2',
        isFolded ? 'w-40' : 'min-h-40 w-[80vw] sm:w-72',
        isOver && '-outline-offset-2 outline-2 outline-accent',
        refusal && 'opacity-60',
      )}
    >
      <header className="flex items-center gap-2 px-1">
        <h2 className="min-w-0 truncate text-sm font-semibold rtl:text-right" dir="auto">
          {label}
        </h2>
        {count !== null && (
          <Badge>
            <span aria-hidden>{number(count)}</span>
            <span className="sr-only">{t.count({ count })}</span>
          </Badge>
        )}
        {fold}
      </header>
      {state && refusal && (
        <p className="px-1 text-xs">{refusal === 'another' ? review.another : review.notYours({ state: label })}</p>
      )}
      {entries.error && !rows && <Failed error={entries.error} onRetry={() => void entries.refetch()} />}
      {!isFolded && entries.isPending && <SkeletonRows count={3} />}
      {!isFolded && rows && cards.length === 0 && <p className="px-1 py-4 text-center text-sm text-muted">{t.none}</p>}
      {!isFolded && cards.length > 0 && (
        <ul className={cn('flex flex-col gap-2', entries.isPlaceholderData && 'opacity-60')}>
          {cards.map((entry) => (
            <BoardCard
              key={entry.id}
              entry={entry}
              collection={collection}
              workflow={workflow}
              state={state}
              locale={locale}
              moving={moving}
            />
          ))}
        </ul>
      )}
      {!isFolded && <NextPage query={entries} label={common.loadMore} variant="ghost" />}
    </section>
  );
}
