import type { CollectionDocument } from '@stele/schema';
import { type ReactNode, useRef } from 'react';
import { list as t } from '#messages/list';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { SearchBox } from '@/ui/search-box.tsx';
import { Select } from '@/ui/select.tsx';
import { useOneStop } from '@/ui/use-one-stop.ts';
import { type ListQuery, SORTS, type useListQuery } from './list-query.ts';

const ReviewFilters = lazyPart(async () => (await import('./review-filters.tsx')).ReviewFilters);
const StageFilter = lazyPart(async () => (await import('./stage-filter.tsx')).StageFilter);
const FieldFilters = lazyPart(async () => (await import('./field-filters.tsx')).FieldFilters);

const SELECT = 'w-auto min-w-0 flex-1 basis-[45%] px-2 max-sm:h-11 sm:flex-none sm:basis-auto sm:px-3';

interface ListFiltersProps {
  readonly query: ListQuery;
  readonly setQuery: ReturnType<typeof useListQuery>[1];
  readonly collection: CollectionDocument | null;
  /** How the list is shown; null for a table. */
  readonly view: 'board' | 'calendar' | null;
  /** Shown after the filters. */
  readonly children?: ReactNode;
}

/** The filters of a list, and its order. */
export function ListFilters({ query, setQuery, collection, view, children }: ListFiltersProps) {
  const { project, schema } = useProject();
  const { language } = formats;
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
  const select = (
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
    set: (value: string | null) => void,
  ): ReactNode => (
    <Select
      aria-label={label}
      className={SELECT}
      value={value}
      options={options}
      onChange={(next) => set(next || null)}
    />
  );
  return (
    <search className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-6">
      <SearchBox
        label={t.searchEntries}
        className="sm:max-w-sm sm:basis-40"
        value={query.q}
        onChange={(q) => void setQuery({ q })}
      />
      {/* Tab leads past them at once. */}
      <div ref={toolbar} role="toolbar" aria-label={t.toolbar} onKeyDown={press} className="contents">
        {!isTrash && <StageFilter query={query} setQuery={setQuery} collection={collection} className={SELECT} />}
        {!isTrash && (collection ?? schema?.collections.find(({ workflow }) => workflow))?.workflow && (
          <ReviewFilters
            assignee={query.assignee}
            due={query.due}
            onChange={(next) => void setQuery(next)}
            className={SELECT}
          />
        )}
        {project.locales.length > 1 &&
          select(
            t.language,
            query.locale ?? '',
            [['', t.anyLanguage], ...project.locales.map((one) => [one, language(one)] as const)],
            (locale) => void setQuery({ locale }),
          )}
        {!isTrash &&
          project.locales.length > 1 &&
          select(
            t.translation,
            query.translation ?? '',
            [
              ['', t.anyTranslation],
              ...project.locales
                .filter((one) => one !== project.default_locale)
                .flatMap((one) =>
                  (['missing', 'outdated', 'unchecked'] as const).map(
                    (state) => [`${one}:${state}`, t.translations[state]({ language: language(one) })] as const,
                  ),
                ),
              ...(query.translation?.endsWith(':current')
                ? [
                    [
                      query.translation,
                      t.translations.current({ language: language(query.translation.split(':')[0] ?? '') }),
                    ] as const,
                  ]
                : []),
            ],
            (translation) => void setQuery({ translation }),
          )}
        {view !== 'calendar' &&
          select(
            t.sort,
            query.sort ?? '',
            [
              ['', usual],
              ...SORTS.filter((one) => isOffered(one) || one === query.sort).map((one) => [one, orders[one]] as const),
            ].filter(([key, words], index) => index === 0 || words !== usual || key === query.sort) as (readonly [
              string,
              string,
            ])[],
            (sort) => void setQuery({ sort: sort as ListQuery['sort'] }),
          )}
        {!isTrash && collection && (
          <FieldFilters collection={collection} text={query.filter} onChange={(filter) => void setQuery({ filter })} />
        )}
        {children}
      </div>
    </search>
  );
}
