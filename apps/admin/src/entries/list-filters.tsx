'use client';

import type { CollectionDocument } from '@stele/schema';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useProject } from '@/shell/project-context.tsx';
import { Input, NativeSelect } from '@/ui/input.tsx';
import { type ListQuery, SORTS, STATUSES, type useListQuery } from './list-query.ts';

const TYPING_PAUSE_MS = 200;

const STATUS_WORDS: Record<(typeof STATUSES)[number], string> = {
  draft: 'Drafts',
  published: 'Live',
  changed: 'Live with changes',
  trashed: 'Trash',
};

const SORT_WORDS: Record<(typeof SORTS)[number], string> = {
  '-created': 'Newest first',
  created: 'Oldest first',
  '-updated': 'Edited lately',
  updated: 'Edited long ago',
  title: 'Title A–Z',
  '-title': 'Title Z–A',
  position: 'Order by hand',
};

interface ListFiltersProps {
  readonly query: ListQuery;
  readonly setQuery: ReturnType<typeof useListQuery>[1];
  readonly collection: CollectionDocument | null;
}

/** What a list is narrowed to, and its order. */
export function ListFilters({ query, setQuery, collection }: ListFiltersProps) {
  const { project } = useProject();
  const isTrash = query.status === 'trashed';
  const change = (part: Partial<ListQuery>): void => void setQuery({ ...part, cursor: null });
  const sorts = SORTS.filter((sort) => sort !== 'position' || collection?.order === 'manual');
  const preferred = query.q.trim() ? 'Best match' : SORT_WORDS['-created'];
  return (
    <search className="flex flex-wrap gap-2 px-4 pb-4 sm:px-6">
      <SearchBox value={query.q} onChange={(q) => change({ q })} />
      <NativeSelect
        aria-label="Status"
        className="min-w-0 w-auto flex-1 basis-[30%] px-2 sm:flex-none sm:basis-auto sm:px-3"
        value={isTrash ? '' : (query.status ?? '')}
        disabled={isTrash}
        onChange={(event) => change({ status: (event.target.value || null) as ListQuery['status'] })}
      >
        <option value="">Any status</option>
        {STATUSES.filter((status) => status !== 'trashed').map((status) => (
          <option key={status} value={status}>
            {STATUS_WORDS[status]}
          </option>
        ))}
      </NativeSelect>
      {project.locales.length > 1 && (
        <NativeSelect
          aria-label="Language"
          className="min-w-0 w-auto flex-1 basis-[30%] px-2 sm:flex-none sm:basis-auto sm:px-3"
          value={query.locale ?? ''}
          onChange={(event) => change({ locale: event.target.value || null })}
        >
          <option value="">Any language</option>
          {project.locales.map((locale) => (
            <option key={locale} value={locale}>
              {locale}
            </option>
          ))}
        </NativeSelect>
      )}
      <NativeSelect
        aria-label="Sort"
        className="min-w-0 w-auto flex-1 basis-[30%] px-2 sm:flex-none sm:basis-auto sm:px-3"
        value={query.sort ?? ''}
        onChange={(event) => change({ sort: (event.target.value || null) as ListQuery['sort'] })}
      >
        <option value="">{preferred}</option>
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_WORDS[sort]}
          </option>
        ))}
      </NativeSelect>
    </search>
  );
}

/** Searches as one types, once the typing pauses for a moment. */
function SearchBox({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
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
    <div className="relative min-w-0 flex-1 basis-full sm:max-w-sm sm:basis-64">
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" aria-hidden />
      <Input
        type="search"
        aria-label="Search entries"
        placeholder="Search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="px-9 [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => setText('')}
          className="absolute top-2 right-2 rounded-sm p-0.5 text-muted hover:text-foreground"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  );
}
