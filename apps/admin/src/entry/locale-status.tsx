import { Circle, CircleCheck, CircleDashed, CircleDot, Languages, type LucideIcon } from 'lucide-react';
import { common } from '#messages/common';
import { entries as t } from '#messages/entries';
import { formats } from '@/i18n/language.ts';
import { cn } from '@/ui/cn.ts';
import { type LocaleState, localeState } from './locale-state.ts';

/** A sign for each state: they differ in form, not in colour alone. */
const SIGNS: Record<LocaleState, { readonly icon: LucideIcon; readonly className: string }> = {
  live: { icon: CircleCheck, className: 'text-success' },
  changed: { icon: CircleDot, className: 'text-warning' },
  draft: { icon: Circle, className: 'text-muted' },
  missing: { icon: CircleDashed, className: 'text-muted opacity-70' },
};

/** The icon of a state; its words are beside it. */
export function LocaleIcon({ state }: { readonly state: LocaleState }) {
  const { icon: Icon, className } = SIGNS[state];
  return <Icon className={cn('size-3.5 shrink-0', className)} aria-hidden />;
}

interface LocaleChipsProps {
  readonly entry: Parameters<typeof localeState>[0];
  readonly locales: readonly string[];
  /** How translations stand; left out where it isn't known. */
  readonly translations?: Readonly<Record<string, string>> | undefined;
  /** How many fields of each translation are outdated. */
  readonly outdated?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The states of an entry: in a project of one language a word, else an icon and the code of each language. */
export function LocaleChips({ entry, locales, translations, outdated = {} }: LocaleChipsProps) {
  const { language } = formats;
  const [only] = locales;
  if (locales.length === 1 && only !== undefined) {
    const state = localeState(entry, only);
    return (
      <span className="inline-flex items-center gap-1 text-xs text-muted">
        <LocaleIcon state={state} /> {t[state]}
      </span>
    );
  }
  return (
    <ul className="flex flex-wrap gap-x-2 gap-y-1" aria-label={common.languages}>
      {locales.map((locale) => {
        const state = localeState(entry, locale);
        const isOutdated = translations?.[locale] === 'outdated';
        const words = isOutdated
          ? `${t[state]}, ${t.outdatedFields({ count: outdated[locale]?.length ?? 0 })}`
          : t[state];
        return (
          <li
            key={locale}
            title={t.stateIn({ language: language(locale), state: words })}
            className={cn('inline-flex items-center gap-1 text-xs', state === 'missing' ? 'text-muted' : '')}
          >
            <LocaleIcon state={state} />
            <span className="uppercase">{locale}</span>
            {isOutdated && <Languages className="size-3.5 shrink-0 text-warning" aria-hidden />}
            <span className="sr-only">: {words}</span>
          </li>
        );
      })}
    </ul>
  );
}
