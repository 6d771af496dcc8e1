import type { CollectionDocument } from '@stele/schema';
import { ArrowDownUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { list as t } from '#messages/list';
import { useProject } from '@/project/project-context.tsx';
import { SearchBox } from '@/ui/search-box.tsx';
import { Select } from '@/ui/select.tsx';
import { useOneStop } from '@/ui/use-one-stop.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { type ListQuery, SORTS, type useListQuery } from './list-query.ts';

interface ListFiltersProps {
  readonly query: ListQuery;
  readonly setQuery: ReturnType<typeof useListQuery>[1];
  readonly collection: CollectionDocument | null;
  /** How the list is shown; null for a table. */
  readonly view: 'board' | 'calendar' | null;
  /** Shown after the filters. */
  readonly children?: ReactNode;
}

/** The search of a list, its filters and its order, in one line where there's room. */
export function ListFilters({ query, setQuery, collection, view, children }: ListFiltersProps) {
  const { project } = useProject();
  const toolbar = useRef<HTMLDivElement>(null);
  const press = useOneStop(toolbar, 'row');
  const isTrash = query.status === 'trashed';
  const own = isTrash ? null : (collection?.order ?? null);
  const labelOf = (field: string): string => collection?.fields.find(({ key }) => key === field)?.label ?? field;
  const ownOrder =
    own === null
      ? t.newest
      : own === 'manual'
        ? t.manual
        : t.byField({ label: labelOf(own.field), direction: own.direction });
  const orders: Record<(typeof SORTS)[number], string> = {
    '-created': t.newest,
    created: t.oldest,
    '-updated': t.recentlyEdited,
    updated: t.leastRecentlyEdited,
    title: t.titleAscending,
    '-title': t.titleDescending,
    position: t.manual,
    order: ownOrder,
    '-order':
      own && own !== 'manual'
        ? t.byField({ label: labelOf(own.field), direction: own.direction === 'asc' ? 'desc' : 'asc' })
        : t.oldest,
  };
  const isOffered = (sort: (typeof SORTS)[number]): boolean =>
    sort === '-order' ? own !== null && own !== 'manual' : sort !== 'position' && sort !== 'order';
  const usual = query.q.trim() ? t.bestMatch : isTrash ? t.recentlyDeleted : ownOrder;
  const others = SORTS.filter((one) => one === query.sort || (isOffered(one) && orders[one] !== usual));
  return (
    <search className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-6">
      <SearchBox
        label={t.searchEntries}
        className="basis-40 sm:max-w-xs"
        value={query.q}
        onChange={(q) => void setQuery({ q })}
      />
      {/* Tab leads past them at once. */}
      <div ref={toolbar} role="toolbar" aria-label={t.toolbar} onKeyDown={press} className="contents">
        {(!isTrash || project.locales.length > 1) && (
          <FilterBar query={query} setQuery={setQuery} collection={collection} />
        )}
        <span className="ms-auto flex items-center gap-2 max-sm:w-full max-sm:flex-wrap">
          {view !== 'calendar' && (
            <Select
              aria-label={t.sort}
              className="field-sizing-content w-auto max-sm:h-11 max-sm:flex-1"
              // A table's headings say it, and sort it.
              {...(view === null && { icon: ArrowDownUp })}
              value={query.sort ?? ''}
              options={[['', usual] as const, ...others.map((one) => [one, orders[one]] as const)]}
              onChange={(next) => void setQuery({ sort: (next || null) as ListQuery['sort'] })}
            />
          )}
          {children}
        </span>
      </div>
    </search>
  );
}
