import { useDroppable } from '@dnd-kit/core';
import { useState } from 'react';
import { boards as t } from '#messages/boards';
import { formats } from '@/i18n/language.ts';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import type { ListedEntry } from '../list-columns.tsx';
import { CalendarEntry } from './calendar-entry.tsx';

/** How many entries a day shows before one asks for all. */
const SHOWN = 4;

interface CalendarDayProps extends Omit<Parameters<typeof CalendarEntry>[0], 'entry'> {
  readonly entries: readonly ListedEntry[];
  readonly isOutside: boolean;
  readonly isToday: boolean;
}

/** A day with its entries, onto which others are dropped. On a phone, days without any aren't shown. */
export function CalendarDay({ entries, isOutside, isToday, ...props }: CalendarDayProps) {
  const { day } = props;
  const { day: said } = formats;
  const { setNodeRef, isOver } = useDroppable({ id: day });
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? entries : entries.slice(0, SHOWN);
  const rest = entries.length - SHOWN;
  return (
    <li
      ref={setNodeRef}
      data-day={day}
      aria-current={isToday ? 'date' : undefined}
      className={cn(
        'flex min-w-0 flex-col gap-1 border-b p-1.5 max-sm:px-3 max-sm:py-2 sm:min-h-28 sm:border-e sm:nth-[7n]:border-e-0 sm:nth-last-[-n+7]:border-b-0',
        isOutside ? 'bg-sunken max-sm:hidden' : 'bg-surface',
        entries.length === 0 && 'max-sm:hidden',
        isOver && '-outline-offset-2 outline-2 outline-accent',
      )}
    >
      <h3 className={cn('text-xs font-medium max-sm:text-sm', isOutside && 'text-muted')}>
        <time dateTime={day}>
          <span
            aria-hidden
            className={cn(
              'inline-flex size-6 items-center justify-center rounded-full max-sm:hidden',
              isToday && 'bg-accent text-on-accent',
            )}
          >
            {Number(day.slice(8))}
          </span>
          <span className={cn('sm:sr-only', isToday && 'text-accent')}>{said(day)}</span>
        </time>
      </h3>
      {shown.length > 0 && (
        <ul className="flex flex-col gap-1">
          {shown.map((entry) => (
            <CalendarEntry key={entry.id} entry={entry} {...props} />
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isWhole}
          className="max-sm:h-11"
          label={isWhole ? t.less : t.more({ count: rest })}
          onClick={() => setWhole(!isWhole)}
        />
      )}
    </li>
  );
}
