import type { CollectionDocument } from '@stele/schema';
import { useState } from 'react';
import { boards as t } from '#messages/boards';
import { common } from '#messages/common';
import { entries as states } from '#messages/entries';
import { list } from '#messages/list';
import { localeState } from '@/entry/locale-state.ts';
import { LocaleIcon } from '@/entry/locale-status.tsx';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';
import { Link } from '@/ui/link.tsx';
import { MenuItem, MoreMenu } from '@/ui/menu.tsx';
import { useEntryDrag } from '../entry-drag.tsx';
import { entryAddress, titleIn } from '../entry-link.ts';
import type { ListedEntry } from '../list-columns.tsx';
import { type Moving, useFocusAfterMove } from '../use-moving.ts';
import { type DaySource, dayValue, mayMoveDay } from './calendar-source.ts';
import { MoveDayDialog } from './move-day-dialog.tsx';

interface CalendarEntryProps {
  readonly entry: ListedEntry;
  /** The day on which it's shown. */
  readonly day: string;
  readonly collection: CollectionDocument;
  readonly source: DaySource;
  readonly locale: string | null;
  readonly moving: Moving;
  readonly onMove: (entry: ListedEntry, title: string, day: string) => Promise<void>;
}

/** An entry on its day, with its state in the language. It's dragged to another day, or moved by its menu. */
export function CalendarEntry({ entry, day, collection, source, locale, moving, onMove }: CalendarEntryProps) {
  const open = useProject();
  const { time } = formats;
  const [isAsking, setAsking] = useState(false);
  const link = useFocusAfterMove(moving, entry.id);
  const title = titleIn(entry, collection, locale) || common.untitled;
  const state = localeState(entry, locale ?? open.project.default_locale);
  const isOnItsWay = moving.places.has(entry.id);
  const moveTo = (to: string): void => {
    if (to !== day) moving.during(entry, to, onMove(entry, title, to));
  };
  const isFixed = isOnItsWay || !mayMoveDay(open, source, entry);
  const drag = useEntryDrag({ entry, title, moveTo }, isFixed);
  const at = source.field?.type === 'datetime' ? dayValue(source, entry) : null;
  return (
    <li
      {...drag.props}
      className={cn(
        'flex min-w-0 items-center gap-1.5 rounded-sm border bg-surface ps-1.5 text-sm hover:border-border-strong max-sm:min-h-11 sm:text-xs',
        !isFixed && 'sm:cursor-grab',
        (drag.isDragging || isOnItsWay) && 'opacity-60',
      )}
    >
      <LocaleIcon state={state} />
      <Link
        ref={link}
        href={entryAddress(open, entry, locale)}
        draggable={false}
        dir="auto"
        title={title}
        className="min-w-0 flex-1 truncate py-1 hover:underline rtl:text-right"
      >
        {at && <span className="text-muted tabular-nums">{time(at)} </span>}
        {title}
        <span className="sr-only">, {states[state]}</span>
      </Link>
      {!isFixed && (
        <MoreMenu label={list.rowMenu({ title })} className="size-6 max-sm:size-11">
          <MenuItem label={`${t.moveDay} …`} onSelect={() => setAsking(true)} />
        </MoreMenu>
      )}
      {isAsking && <MoveDayDialog title={title} from={day} onMove={moveTo} onClose={() => setAsking(false)} />}
    </li>
  );
}
