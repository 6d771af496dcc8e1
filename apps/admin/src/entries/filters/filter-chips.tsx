import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { list as t } from '#messages/list';
import { cn } from '@/ui/cn.ts';
import { ConditionText } from './condition-text.tsx';
import { fieldAt, useReadableSchema } from './filter-fields.ts';
import { type Chip, chipsOf, type FilterPage } from './filters.ts';
import { type NarrowedList, useFilters } from './use-filters.ts';

interface FilterChipsProps extends NarrowedList {
  readonly className: string;
  /** Called when a filter was taken away, and its button with it. */
  readonly onRemoved: () => void;
  /** Makes the button of a chip open the page of the menu that changes its filter. */
  readonly opening: (page: FilterPage, button: ReactNode) => ReactNode;
}

/** The filters that a list is narrowed by, each with a button that takes it away. */
export function FilterChips({ className, onRemoved, opening, ...list }: FilterChipsProps) {
  const schema = useReadableSchema();
  const filters = useFilters(list);
  const remove = ({ clears }: Chip): void => {
    void list.setQuery(clears);
    onRemoved();
  };
  return chipsOf(filters, list.query).map((chip) => {
    const { key, at, condition } = chip;
    const told = condition && fieldAt(schema, list.collection?.key ?? '', condition.key);
    const page = { key, ...(at !== undefined && { at }) };
    const text = (
      <button type="button" className="flex h-full min-w-0 items-center gap-1 rounded-s-md ps-3 pe-1 hover:bg-hover">
        {told && condition ? (
          <ConditionText {...told} condition={condition} />
        ) : (
          <bdi className="truncate">{chip.text}</bdi>
        )}
      </button>
    );
    return (
      <ChipBox key={`${key} ${at ?? ''}`} className={className} onRemove={() => remove(chip)}>
        {opening(page, text)}
        <button
          type="button"
          aria-label={t.removeFilter({ field: told?.label ?? chip.label })}
          className="flex h-full items-center rounded-e-md px-2 text-muted hover:bg-hover hover:text-foreground max-sm:px-3.5"
          onClick={() => remove(chip)}
        >
          <X className="size-4" aria-hidden />
        </button>
      </ChipBox>
    );
  });
}

interface ChipBoxProps {
  readonly className: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

/** The box of a filter. Backspace on a button of it takes it away. */
function ChipBox({ className, onRemove, children }: ChipBoxProps) {
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return;
    // The menu of a chip is elsewhere.
    if (event.currentTarget.contains(event.target as Node)) onRemove();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from its buttons, which have the focus
    <span
      onKeyDown={press}
      className={cn(
        'inline-flex h-9 max-w-full items-center rounded-md border bg-surface text-sm max-sm:h-11',
        className,
      )}
    >
      {children}
    </span>
  );
}
