import { CalendarDays, Columns3, type LucideIcon, Rows3 } from 'lucide-react';
import { boards as t } from '#messages/boards';
import { cn } from '@/ui/cn.ts';
import type { ListView } from './list-views.ts';

const ICONS: Readonly<Record<ListView | 'table', LucideIcon>> = {
  table: Rows3,
  board: Columns3,
  calendar: CalendarDays,
};

interface ViewSwitchProps {
  readonly views: readonly ListView[];
  /** Null for the table. */
  readonly value: ListView | null;
  readonly onChange: (view: ListView | null) => void;
}

/** Chooses between the table, the board and the calendar. */
export function ViewSwitch({ views, value, onChange }: ViewSwitchProps) {
  return (
    <fieldset className="flex h-9 rounded-md border bg-surface p-0.5 max-sm:h-11 max-sm:p-0">
      <legend className="sr-only">{t.view}</legend>
      {[null, ...views].map((view) => {
        const key = view ?? 'table';
        const Icon = ICONS[key];
        return (
          <button
            key={key}
            type="button"
            aria-pressed={view === value}
            title={t.views[key]}
            onClick={() => onChange(view)}
            className={cn(
              'flex min-w-9 items-center justify-center rounded-sm px-2 text-muted hover:bg-hover max-sm:min-w-11',
              view === value && 'bg-accent-soft text-accent',
            )}
          >
            <Icon className="size-4" aria-hidden />
            <span className="sr-only">{t.views[key]}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
