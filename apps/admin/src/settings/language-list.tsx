import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useFormats } from '@/i18n/language-context.ts';
import { useSettingsWords } from '@/i18n/settings-words.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button, IconButton } from '@/ui/button.tsx';

interface LanguageListProps {
  readonly locales: readonly string[];
  readonly defaultLocale: string;
  /** Undefined when nothing may be changed. */
  readonly onChange: ((locales: readonly string[], defaultLocale: string) => void) | undefined;
  /** Asked instead of taking a language away at once. */
  readonly onRemove: (locale: string) => void;
}

/** The languages of a project, in their order, and the default among them. */
export function LanguageList({ locales, defaultLocale, onChange, onRemove }: LanguageListProps) {
  const t = useSettingsWords();
  const { language: nameOf } = useFormats();
  const swap = (index: number, by: 1 | -1): void => {
    const order = [...locales];
    const [moved = ''] = order.splice(index, 1);
    order.splice(index + by, 0, moved);
    onChange?.(order, defaultLocale);
  };
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
              onChange && (
                <Button
                  label={t.makeDefault}
                  size="sm"
                  variant="ghost"
                  className="max-sm:h-11"
                  aria-label={t.makeDefaultOf(name)}
                  onClick={() => onChange(locales, locale)}
                />
              )
            )}
            {onChange && (
              <span className="flex">
                <IconButton
                  icon={ArrowUp}
                  label={t.up(name)}
                  size="icon"
                  disabled={index === 0}
                  onClick={() => swap(index, -1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={t.down(name)}
                  size="icon"
                  disabled={index === locales.length - 1}
                  onClick={() => swap(index, 1)}
                />
                <IconButton
                  icon={X}
                  label={t.removeLanguage(name)}
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
