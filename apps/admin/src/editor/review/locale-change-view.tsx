import type { CollectionDocument } from '@stele/schema';
import { lazy, type ReactNode, Suspense } from 'react';
import { editor } from '#messages/editor';
import { AddressChange } from '@/entry/page/address-change.tsx';
import { directionOf } from '@/i18n/direction.ts';
import { formats } from '@/i18n/language.ts';
import { withWords } from '@/i18n/load-words.ts';
import { useProject } from '@/project/project-context.tsx';
import { Badge } from '@/ui/badge.tsx';
import { Checkbox } from '@/ui/input.tsx';
import { Skeleton } from '@/ui/states.tsx';
import type { LocaleChange } from './live-changes.ts';

const ValueChange = lazy(() => withWords(import('@/field-types/value-change.tsx')));

interface LocaleChangeViewProps {
  readonly change: LocaleChange;
  readonly collection: CollectionDocument;
  readonly isChosen: boolean;
  /** Whether there's nothing else to choose. */
  readonly isOnly: boolean;
  readonly onToggle: () => void;
  /** More about the language, below its name. */
  readonly children?: ReactNode;
}

/** The changes that publishing makes in one language, field by field, with a box that leaves the language out. */
export function LocaleChangeView({ change, collection, isChosen, isOnly, onToggle, children }: LocaleChangeViewProps) {
  const { project } = useProject();
  const t = editor.dialog;
  const { language } = formats;
  const { locale, isNew, fields, before, after } = change;
  const order = collection.fields.map(({ key }) => key);
  const sorted = [...fields].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const name = project.locales.length > 1 ? language(locale) : isNew ? t.newOnSite : t.changesOnSite;
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h3 className="flex items-center gap-2.5 font-semibold">
        {isOnly ? (
          name
        ) : (
          <Checkbox label={name} className="min-h-8 text-[length:inherit]" checked={isChosen} onChange={onToggle} />
        )}
        {isNew && project.locales.length > 1 && <Badge tone="success">{t.newOnSite}</Badge>}
      </h3>
      {children}
      {isChosen && (
        <>
          {!isNew && <AddressChange collection={collection} locale={locale} before={before} after={after} />}
          <dl lang={locale} dir={directionOf(locale)} className="flex flex-col gap-3">
            {sorted.map((key) => {
              const field = collection.fields.find((one) => one.key === key) ?? null;
              return (
                <div key={key} className="min-w-0">
                  <dt className="mb-1 text-xs font-medium text-muted">{field?.label ?? key}</dt>
                  <dd>
                    <Suspense fallback={<Skeleton className="h-9" />}>
                      <ValueChange shape={field} before={before[key]} after={after[key]} />
                    </Suspense>
                  </dd>
                </div>
              );
            })}
            {fields.length === 0 && <p className="text-sm text-muted">{t.onlyPosition}</p>}
          </dl>
        </>
      )}
    </section>
  );
}
