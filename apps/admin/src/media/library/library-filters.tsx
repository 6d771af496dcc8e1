import { Grid2x2, List, type LucideIcon, Type } from 'lucide-react';
import type { ReactNode } from 'react';
import { common } from '#messages/common';
import { library as t } from '#messages/library';
import { media } from '#messages/media';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';
import { Select } from '@/ui/input.tsx';
import { SearchBox } from '@/ui/search-box.tsx';
import { useUsedTags } from '../asset-about.tsx';
import { FILTERS, type LibraryQuery, type SetLibraryQuery, SORTS, TYPES, VIEWS } from './library-query.ts';

const ICONS: Readonly<Record<(typeof VIEWS)[number], LucideIcon>> = { grid: Grid2x2, list: List, texts: Type };

interface LibraryFiltersProps {
  readonly query: LibraryQuery;
  readonly language: string;
  readonly setQuery: SetLibraryQuery;
}

/** Controls for the library's filters, order and view. */
export function LibraryFilters({ query, language, setQuery }: LibraryFiltersProps) {
  const { project } = useProject();
  const tags = useUsedTags();
  const isTexts = query.view === 'texts';
  const select = (
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
    set: (value: string) => void,
  ): ReactNode => (
    <Select
      aria-label={label}
      className="w-auto min-w-0 flex-1 basis-[30%] px-2 max-sm:h-11 sm:max-w-60 sm:flex-none sm:basis-auto sm:px-3"
      value={value}
      options={options}
      onChange={set}
    />
  );
  const needsLanguage = query.filter === 'untexted' || query.filter === 'untexted-used';
  return (
    <search className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-6">
      <SearchBox
        label={media.search}
        className="sm:max-w-xs sm:basis-44"
        value={query.q}
        onChange={(q) => void setQuery({ q })}
      />
      {!isTexts &&
        select(
          t.type,
          query.type ?? '',
          [['', t.types.all], ...TYPES.map((one) => [one, t.types[one]] as const)],
          (value) => void setQuery({ type: TYPES.find((one) => one === value) ?? null }),
        )}
      {(tags.length > 0 || query.tag !== null) &&
        select(
          t.tag,
          query.tag ?? '',
          [
            ['', t.anyTag],
            ...[...new Set([...(query.tag ? [query.tag] : []), ...tags])].map((tag) => [tag, tag] as const),
          ],
          (tag) => void setQuery({ tag: tag || null }),
        )}
      {select(
        t.show,
        needsLanguage ? `${query.filter} ${language}` : (query.filter ?? ''),
        [
          ['', common.everything],
          ['unused', t.unused],
          ...project.locales.flatMap((locale) => [
            [`untexted ${locale}`, t.untexted({ language: formats.language(locale) })] as const,
            [`untexted-used ${locale}`, t.untextedInUse({ language: formats.language(locale) })] as const,
          ]),
          ['trash', t.trash],
        ],
        (value) => {
          const [filter, locale = null] = value.split(' ');
          void setQuery({
            filter: FILTERS.find((one) => one === filter) ?? null,
            ...(locale !== null && { language: locale }),
            asset: null,
          });
        },
      )}
      {select(
        t.sort,
        query.sort ?? '-created',
        SORTS.map((one) => [one, t.sorts[one]]),
        (value) => {
          const sort = SORTS.find((one) => one === value) ?? null;
          void setQuery({ sort: sort === '-created' ? null : sort });
        },
      )}
      <fieldset className="ms-auto flex items-center rounded-md border bg-surface p-0.5">
        <legend className="sr-only">{t.view}</legend>
        {VIEWS.map((view) => {
          const Icon = ICONS[view];
          return (
            <button
              key={view}
              type="button"
              aria-pressed={query.view === view}
              title={t[view]}
              onClick={() => void setQuery({ view })}
              className={cn(
                'flex h-8 min-w-9 items-center justify-center gap-1.5 rounded-sm px-2 text-sm text-muted hover:bg-hover max-sm:h-10 max-sm:min-w-11',
                query.view === view && 'bg-accent-soft text-accent',
              )}
            >
              <Icon className="size-4" aria-hidden />
              <span className="sr-only">{t[view]}</span>
            </button>
          );
        })}
      </fieldset>
      {isTexts &&
        project.locales.length > 1 &&
        select(
          t.textsLanguage,
          language,
          project.locales.map((locale) => [locale, formats.language(locale)]),
          (value) => void setQuery({ language: value }),
        )}
    </search>
  );
}
