import type { CollectionDocument } from '@stele/schema';
import { Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { Input, NativeSelect } from '@/ui/input.tsx';
import { type ListQuery, SORTS, STATUSES, type useListQuery } from './list-query.ts';

const TYPING_PAUSE_MS = 200;

interface ListFiltersProps {
  readonly query: ListQuery;
  readonly setQuery: ReturnType<typeof useListQuery>[1];
  readonly collection: CollectionDocument | null;
  /** What stands behind the filters. */
  readonly children?: ReactNode;
}

/** What a list is narrowed to, and its order. */
export function ListFilters({ query, setQuery, collection, children }: ListFiltersProps) {
  const { project } = useProject();
  const t = useMessages().list;
  const { language } = useFormats();
  const isTrash = query.status === 'trashed';
  const own = isTrash ? null : (collection?.order ?? null);
  const labelOf = (field: string): string => collection?.fields.find(({ key }) => key === field)?.label ?? field;
  const statuses = { draft: t.drafts, published: t.live, changed: t.changed, trashed: '' };
  const orders: Record<(typeof SORTS)[number], string> = {
    '-created': t.newest,
    created: t.oldest,
    '-updated': t.recentlyEdited,
    updated: t.leastRecentlyEdited,
    title: t.titleAscending,
    '-title': t.titleDescending,
    position: t.manual,
  };
  const ownOrder = own === null ? t.newest : own === 'manual' ? t.manual : t.byField(labelOf(own.field), own.direction);
  const usual = query.q.trim() ? t.bestMatch : ownOrder;
  const select = (
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
    set: (value: string | null) => void,
    isFixed = false,
  ): ReactNode => (
    <NativeSelect
      aria-label={label}
      className="w-auto min-w-0 flex-1 basis-[45%] px-2 max-sm:h-11 sm:flex-none sm:basis-auto sm:px-3"
      value={value}
      disabled={isFixed}
      onChange={(event) => set(event.target.value || null)}
    >
      {options.map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </NativeSelect>
  );
  return (
    <search className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-6">
      <SearchBox value={query.q} onChange={(q) => void setQuery({ q })} />
      {!isTrash &&
        select(
          t.status,
          query.status ?? '',
          [
            ['', t.anyStatus],
            ...STATUSES.filter((one) => one !== 'trashed').map((one) => [one, statuses[one]] as const),
          ],
          (status) => void setQuery({ status: status as ListQuery['status'] }),
        )}
      {project.locales.length > 1 &&
        select(
          t.language,
          query.locale ?? '',
          [['', t.anyLanguage], ...project.locales.map((one) => [one, language(one)] as const)],
          (locale) => void setQuery({ locale }),
        )}
      {select(
        t.sort,
        query.sort ?? '',
        [['', usual], ...SORTS.filter((one) => one !== 'position').map((one) => [one, orders[one]] as const)].filter(
          ([key, words], index) => index === 0 || words !== usual || key === query.sort,
        ) as (readonly [string, string])[],
        (sort) => void setQuery({ sort: sort as ListQuery['sort'] }),
      )}
      {children}
    </search>
  );
}

/** Searches as one types, once the typing pauses for a moment. */
function SearchBox({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const t = useMessages().list;
  const { search } = useMessages().common;
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // Somebody went back, or cleared the filters.
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onChange(text);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  return (
    <div className="relative min-w-0 flex-1 basis-full sm:max-w-sm sm:basis-56">
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted max-sm:top-3.5" aria-hidden />
      <Input
        type="search"
        aria-label={t.searchEntries}
        placeholder={search}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="px-9 max-sm:h-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <button
          type="button"
          aria-label={t.clearSearch}
          onClick={() => setText('')}
          className="absolute top-1 right-1 flex size-7 items-center justify-center rounded-sm text-muted hover:text-foreground max-sm:size-9"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  );
}
