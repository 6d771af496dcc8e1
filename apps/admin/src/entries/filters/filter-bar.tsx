import { ListFilter, Plus } from 'lucide-react';
import { list as t } from '#messages/list';
import { Button } from '@/ui/button.tsx';
import { focusDrawn } from '@/ui/keep-focus.ts';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { filterCount } from '../list-query.ts';
import { FilterPopover } from './filter-popover.tsx';
import type { NarrowedList } from './use-filters.ts';

const FilterChips = lazyPart(async () => (await import('./filter-chips.tsx')).FilterChips);

/** Adds filters to a list, and shows them as chips. On a phone, they are all behind one button. */
export function FilterBar(list: NarrowedList) {
  const count = filterCount(list.query);
  return (
    <>
      <FilterPopover
        list={list}
        trigger={
          <Button id="list-filter" variant="ghost" className="max-sm:h-11 max-sm:border max-sm:bg-surface">
            <Plus aria-hidden className="max-sm:hidden" />
            <ListFilter aria-hidden className="sm:hidden" />
            <span className="max-sm:hidden">{t.filter}</span>
            <span className="sm:hidden">{t.filters({ count })}</span>
          </Button>
        }
      />
      {count > 0 && (
        <FilterChips
          {...list}
          className="max-sm:hidden"
          onRemoved={() => focusDrawn('list-filter')}
          opening={(page, button) => <FilterPopover list={list} trigger={button} start={page} />}
        />
      )}
    </>
  );
}
