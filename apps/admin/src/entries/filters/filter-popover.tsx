import { type ReactNode, useState } from 'react';
import { list as t } from '#messages/list';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Popover } from '@/ui/popover.tsx';
import type { FilterPage } from './filters.ts';
import type { NarrowedList } from './use-filters.ts';

const FilterMenu = lazyPart(async () => (await import('./filter-menu.tsx')).FilterMenu);

interface FilterPopoverProps {
  readonly list: NarrowedList;
  readonly trigger: ReactNode;
  /** The filter to change; null for a new one. */
  readonly start?: FilterPage | null;
}

/** The menu of filters, at a button. */
export function FilterPopover({ list, trigger, start = null }: FilterPopoverProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t.filter}
      align="start"
      className="w-[min(20rem,94vw)] p-0"
      trigger={trigger}
    >
      <FilterMenu {...list} start={start} onClose={() => setOpen(false)} />
    </Popover>
  );
}
