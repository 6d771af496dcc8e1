import { Grid2x2, List, type LucideIcon, Search, Type, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';
import { Input, NativeSelect } from '@/ui/input.tsx';
import { FILTERS, type LibraryQuery, type SetLibraryQuery, SORTS, TYPES, VIEWS } from './library-query.ts';

const TYPING_PAUSE_MS = 200;
const ICONS: Readonly<Record<(typeof VIEWS)[number], LucideIcon>> = { grid: Grid2x2, list: List, texts: Type };

interface LibraryFiltersProps {
  readonly query: LibraryQuery;
  readonly language: string;
  readonly setQuery: SetLibraryQuery;
}

/** What the library is narrowed to, its order, and how it's looked at. */
export function LibraryFilters({ query, language, setQuery }: LibraryFiltersProps) {
  const { library: t, media, common } = useMessages();
  const { project } = useProject();
  const formats = useFormats();
  const isTexts = query.view === 'texts';
  const select = (
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
    set: (value: string) => void,
  ): ReactNode => (
    <NativeSelect
      aria-label={label}
      className="w-auto min-w-0 flex-1 basis-[30%] px-2 max-sm:h-11 sm:max-w-60 sm:flex-none sm:basis-auto sm:px-3"
      value={value}
      onChange={(event) => set(event.target.value)}
    >
      {options.map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </NativeSelect>
  );
  const needsLanguage = query.filter === 'untexted' || query.filter === 'untexted-used';
  return (
    <search className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-6">
      <SearchBox
        label={media.search}
        placeholder={common.search}
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
      {select(
        t.show,
        needsLanguage ? `${query.filter} ${language}` : (query.filter ?? ''),
        [
          ['', t.everything],
          ['unused', t.unused],
          ...project.locales.flatMap((locale) => [
            [`untexted ${locale}`, t.untexted(formats.language(locale))] as const,
            [`untexted-used ${locale}`, t.untextedInUse(formats.language(locale))] as const,
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
      <fieldset className="ml-auto flex items-center rounded-md border bg-surface p-0.5 rtl:mr-auto rtl:ml-0">
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

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches as one types, once the typing pauses for a moment. */
function SearchBox({ label, placeholder, value, onChange }: SearchBoxProps) {
  const clear = useMessages().list.clearSearch;
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    // Somebody went back, or cleared the filters.
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      latest.current(text);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="relative min-w-0 flex-1 basis-full sm:max-w-xs sm:basis-44">
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted max-sm:top-3.5" aria-hidden />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="px-9 max-sm:h-11 [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <button
          type="button"
          aria-label={clear}
          onClick={() => setText('')}
          className="absolute top-1 right-1 flex size-7 items-center justify-center rounded-sm text-muted hover:text-foreground max-sm:size-9"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
    </div>
  );
}
