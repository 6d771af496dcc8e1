import type { Outputs } from '@/api/trpc.ts';
import { cn } from '@/ui/cn.ts';

type Entry = Pick<Outputs['entries']['get'], 'locales_status' | 'changed_locales' | 'status'>;

/** How an entry stands in one locale. */
export type LocaleState = 'live' | 'changed' | 'draft' | 'missing';

/** How an entry stands in a locale. */
export function localeState(entry: Entry, locale: string): LocaleState {
  if (entry.changed_locales.includes(locale)) return 'changed';
  const status = entry.locales_status[locale];
  return status === 'published' ? 'live' : status === 'draft' ? 'draft' : 'missing';
}

const WORDS: Record<LocaleState, string> = {
  live: 'live',
  changed: 'live, with newer changes',
  draft: 'draft',
  missing: 'nothing yet',
};

const LOOKS: Record<LocaleState, string> = {
  live: 'border-success/40 bg-success-soft text-success',
  changed: 'border-warning/40 bg-warning-soft text-warning',
  draft: 'border-border bg-surface text-muted',
  missing: 'border-dashed border-border text-muted',
};

/** A chip for each locale: its colour and its words say whether it's live, changed, a draft or missing. */
export function LocaleChips({ entry, locales }: { readonly entry: Entry; readonly locales: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1" aria-label="Languages">
      {locales.map((locale) => {
        const state = localeState(entry, locale);
        return (
          <li
            key={locale}
            title={`${locale}: ${WORDS[state]}`}
            className={cn('rounded-sm border px-1.5 text-xs leading-5 uppercase', LOOKS[state])}
          >
            {locale}
            <span className="sr-only"> {WORDS[state]}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** A dot of the colour of a locale's state. */
export function LocaleDot({ state }: { readonly state: LocaleState }) {
  const colour = {
    live: 'bg-success',
    changed: 'bg-warning',
    draft: 'bg-border-strong',
    missing: 'border border-border-strong',
  };
  return (
    <span className="inline-flex items-center">
      <span className={cn('size-2 rounded-full', colour[state])} aria-hidden />
      <span className="sr-only">{WORDS[state]}</span>
    </span>
  );
}
