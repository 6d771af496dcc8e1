import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { dates as t } from '#messages/dates';
import { directionOf } from '@/i18n/direction.ts';
import { language } from '@/i18n/language.ts';
import { localeOf } from '@/i18n/languages.ts';
import { Button, IconButton } from './button.tsx';
import { firstWeekday } from './day-text.ts';
import { Select } from './select.tsx';

/** How many years the choice has before and after the one that is shown. */
const YEARS_AROUND = 100;

interface CalendarProps {
  /** The chosen day as ISO 8601; '' for none. */
  readonly day: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onChoose: (day: string) => void;
}

const locale = localeOf(language);
const write = (options: Intl.DateTimeFormatOptions): ((at: Date) => string) => {
  const format = new Intl.DateTimeFormat(locale, { calendar: 'gregory', ...options });
  return (at) => format.format(at);
};
const words = {
  day: write({ dateStyle: 'full' }),
  number: write({ day: 'numeric' }),
  month: write({ month: 'long' }),
  monthOfYear: write({ month: 'long', year: 'numeric' }),
  weekday: write({ weekday: 'narrow' }),
  longWeekday: write({ weekday: 'long' }),
};

/** A month of days to choose from, by mouse, touch or keys. */
export function Calendar({ day, min, max, onChoose }: CalendarProps) {
  const chosen = dateOf(day);
  const [month, setMonth] = useState(() => chosen ?? new Date());
  const [first, last] = [dateOf(min ?? ''), dateOf(max ?? '')];
  const move = (months: number): void => setMonth(atMonth(month.getFullYear(), month.getMonth() + months));
  const year = month.getFullYear();
  const from = Math.max(1, first?.getFullYear() ?? year - YEARS_AROUND);
  const to = Math.min(9999, last?.getFullYear() ?? year + YEARS_AROUND);
  const years = Array.from({ length: Math.max(1, to - from + 1) }, (_, index) => String(from + index));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the calendar are no keys of what its box stands in
    <div className="flex w-68 flex-col gap-2 max-sm:w-76" onKeyDown={(event) => event.stopPropagation()}>
      <div className="flex items-center gap-1">
        <IconButton icon={ChevronLeft} label={t.monthBefore} size="icon-sm" className={TURN} onClick={() => move(-1)} />
        <Select
          aria-label={t.month}
          className="h-8 min-w-0 flex-1 px-2 text-sm max-sm:h-11 max-sm:text-sm"
          value={String(month.getMonth())}
          options={Array.from({ length: 12 }, (_, index) => [String(index), words.month(new Date(2026, index, 1))])}
          onChange={(index) => setMonth(atMonth(year, Number(index)))}
        />
        <Select
          aria-label={t.year}
          className="h-8 w-20 shrink-0 px-2 text-sm max-sm:h-11 max-sm:text-sm"
          value={String(year)}
          options={(years.includes(String(year)) ? years : [String(year), ...years]).map((one) => [one, one])}
          onChange={(next) => setMonth(atMonth(Number(next), month.getMonth()))}
        />
        <IconButton icon={ChevronRight} label={t.monthAfter} size="icon-sm" className={TURN} onClick={() => move(1)} />
      </div>
      <DayPicker
        mode="single"
        autoFocus
        hideNavigation
        showOutsideDays
        fixedWeeks
        dir={directionOf(language)}
        weekStartsOn={firstWeekday(locale) as 0 | 1 | 2 | 3 | 4 | 5 | 6}
        month={month}
        onMonthChange={setMonth}
        selected={chosen ?? undefined}
        onDayClick={(at, { disabled }) => disabled || onChoose(isoOf(at))}
        disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
        formatters={{ formatDay: words.number, formatWeekdayName: words.weekday }}
        labels={{
          labelGrid: words.monthOfYear,
          labelDayButton: words.day,
          labelGridcell: words.day,
          labelWeekday: words.longWeekday,
        }}
        classNames={{
          month_caption: 'sr-only',
          month_grid: 'w-full border-collapse',
          weekday: 'pb-1 text-xs font-normal text-muted',
          day: 'p-0 text-center',
          day_button: DAY,
          today: 'font-semibold text-accent',
          outside: 'text-muted',
          disabled: 'opacity-40',
          selected: '[&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-hover',
        }}
      />
      <div className="flex justify-between">
        <Button label={t.none} variant="ghost" size="sm" disabled={day === ''} onClick={() => onChoose('')} />
        <Button label={t.today} variant="ghost" size="sm" onClick={() => onChoose(isoOf(new Date()))} />
      </div>
    </div>
  );
}

const TURN = 'shrink-0 rtl:[&_svg]:-scale-x-100 max-sm:size-10';
const DAY =
  'mx-auto flex size-9 items-center justify-center rounded-md text-sm tabular-nums hover:bg-hover disabled:pointer-events-none';

function dateOf(iso: string): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(iso) ?? [];
  if (!year) return null;
  const at = new Date(2000, Number(month) - 1, Number(day));
  at.setFullYear(Number(year), Number(month) - 1, Number(day));
  return at;
}

/** The first of a month; months before January and after December belong to other years. */
function atMonth(year: number, month: number): Date {
  const at = new Date(2000, 0, 1);
  at.setFullYear(year, month, 1);
  return at;
}

function isoOf(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
