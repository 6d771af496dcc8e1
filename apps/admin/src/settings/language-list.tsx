import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { settings as t } from '#messages/settings';
import { formats } from '@/i18n/language.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button, IconButton } from '@/ui/button.tsx';

interface LanguageListProps {
  readonly locales: readonly string[];
  readonly defaultLocale: string;
  /** Handlers of changes; undefined when nothing may be changed. */
  readonly changes: LanguageChanges | undefined;
  /** Asked instead of taking a language away at once. */
  readonly onRemove: (locale: string) => void;
}

interface LanguageChanges {
  /** @param by how many places down */
  readonly onMove: (locale: string, by: 1 | -1) => void;
  readonly onDefault: (locale: string) => void;
}

/** The languages with one of them moved by some places, as far as there are places. */
export function withMoved(locales: readonly string[], locale: string, by: 1 | -1): string[] {
  const place = locales.indexOf(locale) + by;
  const others = locales.filter((one) => one !== locale);
  return place < 0 || others.length === locales.length ? [...locales] : others.toSpliced(place, 0, locale);
}

/** The languages of a project, in their order, and the default among them. */
export function LanguageList({ locales, defaultLocale, changes, onRemove }: LanguageListProps) {
  const { language: nameOf } = formats;
  return (
    <ul className="divide-y rounded-lg border bg-surface">
      {locales.map((locale, index) => {
        const name = nameOf(locale);
        return (
          <li key={locale} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2.5">
            <span className="min-w-0 flex-1 basis-32">
              <span className="font-medium">{name}</span> <code className="text-xs text-muted">{locale}</code>
            </span>
            {locale === defaultLocale ? (
              <Badge tone="accent">{t.default}</Badge>
            ) : (
              changes && (
                <Button
                  label={t.makeDefault}
                  size="sm"
                  variant="ghost"
                  className="max-sm:h-11"
                  aria-label={t.makeDefaultOf({ language: name })}
                  onClick={() => changes.onDefault(locale)}
                />
              )
            )}
            {changes && (
              <span className="flex">
                <IconButton
                  icon={ArrowUp}
                  label={t.up({ language: name })}
                  size="icon"
                  disabled={index === 0}
                  onClick={() => changes.onMove(locale, -1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={t.down({ language: name })}
                  size="icon"
                  disabled={index === locales.length - 1}
                  onClick={() => changes.onMove(locale, 1)}
                />
                <IconButton
                  icon={X}
                  label={t.removeLanguage({ language: name })}
                  size="icon"
                  disabled={locale === defaultLocale}
                  onClick={() => onRemove(locale)}
                />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
