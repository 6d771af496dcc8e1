import { keepPreviousData } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { boards as t } from '#messages/boards';
import { common } from '#messages/common';
import { useTRPC } from '@/api/trpc.ts';
import { usePages } from '@/api/use-pages.ts';
import { dayFromToday } from '@/entry/review.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { Select } from '@/ui/input.tsx';
import { NextPage } from '@/ui/next-page.tsx';
import { Failed, SkeletonRows } from '@/ui/states.tsx';
import { EntryDrag } from '../entry-drag.tsx';
import type { ListedEntry } from '../list-columns.tsx';
import { useListQuery } from '../list-query.ts';
import type { ListViewProps } from '../list-views.ts';
import { shownIn, useMoving } from '../use-moving.ts';
import { CalendarDay } from './calendar-day.tsx';
import { daysOf, laterMonth, monthOf } from './calendar-days.ts';
import { calendarInput, type DaySource, dayIn, sourcesOf, timeIn } from './calendar-source.ts';
import { useMoveDay } from './use-move-day.ts';

const PAGE = 100;
/** Pages that are read without being asked for. */
const PAGES = 5;

/** A month of entries of a collection, by the days in one of its fields or by when they're due. */
export function EntryCalendar(props: ListViewProps) {
  const { project } = useProject();
  const [query] = useListQuery();
  const sources = sourcesOf(props.collection, props.input.locale ?? project.default_locale);
  const source = sources.find(({ key }) => key === query.by) ?? sources[0];
  return source && <Calendar key={source.key} {...props} sources={sources} source={source} />;
}

interface CalendarProps extends ListViewProps {
  readonly sources: readonly DaySource[];
  readonly source: DaySource;
}

function Calendar({ collection, input, locale, sources, source }: CalendarProps) {
  const trpc = useTRPC();
  const [query, setQuery] = useListQuery();
  const today = dayFromToday(0);
  const month = monthOf(query.month, today);
  const days = daysOf(month);
  const [first = today, last = today] = [days[0], days.at(-1)];
  const { query: entries, rows } = usePages(
    trpc.entries.list,
    { ...calendarInput(input, source, [first, last]), limit: PAGE },
    { placeholderData: keepPreviousData },
  );
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = entries;
  const pages = entries.data?.pages;
  const read = pages?.length ?? 0;
  useEffect(() => {
    if (read < PAGES && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [read, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const moving = useMoving();
  const move = useMoveDay(source);
  const inOrder = (own: ListedEntry[]): ListedEntry[] =>
    source.field?.type === 'datetime' ? own.sort((a, b) => timeIn(source, a) - timeIn(source, b)) : own;
  const shown = days.map(
    (day) => [day, shownIn(day, inOrder(rows.filter((entry) => dayIn(source, entry) === day)), moving)] as const,
  );
  const go = (to: string): void => void setQuery({ month: to === today.slice(0, 7) ? null : to });
  const isEmpty =
    pages &&
    !hasNextPage &&
    !entries.isPlaceholderData &&
    shown.every(([day, own]) => own.length === 0 || !day.startsWith(month));
  return (
    <div className="flex flex-col gap-3" aria-busy={entries.isFetching}>
      <div className="flex flex-wrap items-center gap-2 px-4 sm:px-0">
        <IconButton
          icon={ChevronLeft}
          label={t.previousMonth}
          size="icon"
          className="max-sm:size-11 rtl:-scale-x-100"
          onClick={() => go(laterMonth(month, -1))}
        />
        <IconButton
          icon={ChevronRight}
          label={t.nextMonth}
          size="icon"
          className="max-sm:size-11 rtl:-scale-x-100"
          onClick={() => go(laterMonth(month, 1))}
        />
        <Button label={t.today} className="max-sm:h-11" onClick={() => go(today.slice(0, 7))} />
        <h2 aria-live="polite" className="text-lg font-semibold first-letter:uppercase">
          {formats.month(`${month}-01`)}
        </h2>
        {sources.length > 1 && (
          <Select
            aria-label={t.by}
            className="ms-auto w-auto max-w-full max-sm:h-11"
            value={source.key}
            options={sources.map(({ key, field }) => [key, field?.label ?? t.due] as const)}
            onChange={(by) => void setQuery({ by })}
          />
        )}
      </div>
      {entries.error && !pages && <Failed error={entries.error} onRetry={() => void entries.refetch()} />}
      {entries.isPending && <SkeletonRows />}
      {pages && (
        <EntryDrag nameOf={formats.day}>
          <div className={cn('border-y bg-surface sm:rounded-lg sm:border', entries.isPlaceholderData && 'opacity-60')}>
            <div aria-hidden className="hidden grid-cols-7 rounded-t-lg border-b bg-sunken text-xs text-muted sm:grid">
              {days.slice(0, 7).map((day) => (
                <span key={day} className="px-2 py-1.5">
                  {formats.weekday(day)}
                </span>
              ))}
            </div>
            <ol className="grid grid-cols-1 overflow-hidden sm:grid-cols-7 sm:rounded-b-lg">
              {shown.map(([day, own]) => (
                <CalendarDay
                  key={day}
                  day={day}
                  entries={own}
                  isOutside={!day.startsWith(month)}
                  isToday={day === today}
                  collection={collection}
                  source={source}
                  locale={locale}
                  moving={moving}
                  onMove={move}
                />
              ))}
            </ol>
          </div>
        </EntryDrag>
      )}
      {isEmpty && <p className="py-4 text-center text-sm text-muted">{t.emptyMonth}</p>}
      {hasNextPage && read >= PAGES && (
        <p className="text-center text-sm text-muted">{t.firstOnly({ count: formats.number(rows.length) })}</p>
      )}
      {read >= PAGES && <NextPage query={entries} label={common.loadMore} variant="ghost" className="w-full" />}
    </div>
  );
}
