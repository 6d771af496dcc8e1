import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useFormats, useMessages } from '@/i18n/language-context.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';

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
  const t = useMessages().settings;
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
                  size="sm"
                  variant="ghost"
                  className="max-sm:h-11"
                  aria-label={t.makeDefaultOf(name)}
                  onClick={() => onChange(locales, locale)}
                >
                  {t.makeDefault}
                </Button>
              )
            )}
            {onChange && (
              <span className="flex">
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={t.up(name)}
                  disabled={index === 0}
                  onClick={() => swap(index, -1)}
                >
                  <ArrowUp aria-hidden />
                </Button>
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={t.down(name)}
                  disabled={index === locales.length - 1}
                  onClick={() => swap(index, 1)}
                >
                  <ArrowDown aria-hidden />
                </Button>
                <Button
                  size="icon"
                  variant="ghost"
                  aria-label={t.removeLanguage(name)}
                  disabled={locale === defaultLocale}
                  onClick={() => onRemove(locale)}
                >
                  <X aria-hidden />
                </Button>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
