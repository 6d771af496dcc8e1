'use client';

import type { Outputs } from '@/api/trpc.ts';
import { LocaleDot, localeState } from '@/entries/locale-status.tsx';
import { useProject } from '@/shell/project-context.tsx';
import { cn } from '@/ui/cn.ts';
import type { Values } from './values.ts';

interface LocaleTabsProps {
  readonly entry: Outputs['entries']['get'];
  readonly values: Values;
  readonly locale: string;
  readonly onChange: (locale: string) => void;
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** Name of a language in English. */
export function languageName(locale: string): string {
  try {
    return NAMES.of(locale) ?? locale;
  } catch {
    return locale;
  }
}

/** The languages of an entry; what's live, changed or missing is told by the dot. */
export function LocaleTabs({ entry, values, locale, onChange }: LocaleTabsProps) {
  const { project } = useProject();
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
      aria-label="Languages"
      className="flex gap-1 overflow-x-auto px-3 sm:px-5"
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1);
        if (event.key === 'ArrowLeft') move(-1);
      }}
    >
      {project.locales.map((one) => {
        const state = localeState(entry, one);
        const shown = state === 'missing' && Object.hasOwn(values, one) ? 'draft' : state;
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
              'flex h-10 shrink-0 items-center gap-2 border-b-2 px-2.5 text-sm -outline-offset-2',
              one === locale
                ? 'border-accent font-medium'
                : 'border-transparent text-muted hover:border-border-strong hover:text-foreground',
            )}
          >
            <LocaleDot state={shown} />
            {languageName(one)}
          </button>
        );
      })}
    </div>
  );
}
