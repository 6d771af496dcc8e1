import { useEffect } from 'react';
import type { Outputs } from '@/api/trpc.ts';
import { type LocaleState, localeState } from '@/entry/locale-state.ts';
import { LocaleIcon } from '@/entry/locale-status.tsx';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { useProject } from '@/project/project-context.tsx';
import { cn } from '@/ui/cn.ts';

interface LocaleTabsProps {
  readonly entry: Outputs['entries']['get'];
  /** Languages that have a draft, also one that isn't saved yet. */
  readonly begun: readonly string[];
  readonly locale: string;
  readonly onChange: (locale: string) => void;
}

/** The languages of an entry, each with its state, as an icon and in words. */
export function LocaleTabs({ entry, begun, locale, onChange }: LocaleTabsProps) {
  const { project } = useProject();
  const { entries: words, common } = useMessages();
  const { language } = useFormats();
  // Narrow windows don't show all languages at once.
  useEffect(() => {
    document.getElementById(`locale-tab-${locale}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [locale]);
  if (project.locales.length < 2) return null;
  const move = (by: number): void => {
    const index = (project.locales.indexOf(locale) + by + project.locales.length) % project.locales.length;
    const next = project.locales[index];
    if (!next) return;
    onChange(next);
    document.getElementById(`locale-tab-${next}`)?.focus();
  };
  return (
    <div
      role="tablist"
      aria-label={common.languages}
      className="flex gap-1 overflow-x-auto"
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1);
        if (event.key === 'ArrowLeft') move(-1);
      }}
    >
      {project.locales.map((one) => {
        const known = localeState(entry, one);
        const state: LocaleState = known === 'missing' && begun.includes(one) ? 'draft' : known;
        return (
          <button
            key={one}
            id={`locale-tab-${one}`}
            type="button"
            role="tab"
            aria-selected={one === locale}
            aria-controls="locale-form"
            tabIndex={one === locale ? 0 : -1}
            onClick={() => onChange(one)}
            className={cn(
              'flex h-10 shrink-0 items-center gap-1.5 border-b-2 px-2.5 text-sm -outline-offset-2 max-sm:h-11',
              one === locale
                ? 'border-accent font-medium'
                : 'border-transparent text-muted hover:border-border-strong hover:text-foreground',
            )}
          >
            {language(one)}
            <span className="inline-flex items-center gap-1 text-xs font-normal text-muted">
              <LocaleIcon state={state} />
              {words[state]}
            </span>
          </button>
        );
      })}
    </div>
  );
}
