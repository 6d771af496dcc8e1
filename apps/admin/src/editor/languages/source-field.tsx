import { type FieldDocument, isSameJson, type Json } from '@stele/schema';
import { ArrowRight, Check, Languages, Sparkles } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { editor as t } from '#messages/editor';
import { directionOf } from '@/i18n/direction.ts';
import { formats } from '@/i18n/language.ts';
import { Button } from '@/ui/button.tsx';
import { cn } from '@/ui/cn.ts';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Popover } from '@/ui/popover.tsx';
import { tell } from '@/ui/toast.tsx';
import { FormField } from '../fields/form-field.tsx';
import { FormProvider, type LocaleFormState, useFieldFact } from '../form/form-context.tsx';

const ValueChange = lazyPart(async () => (await import('@/field-types/value-change.tsx')).default);

interface SourceFieldProps {
  readonly field: FieldDocument;
  readonly state: LocaleFormState;
  /** Language shown beside the field; null for none. */
  readonly source: string | null;
  /** Language that the field was translated from, where that changed since; null where it didn't. */
  readonly sourceOfTranslation: string | null;
  /** Value of the source when it was translated. */
  readonly before: Json;
  /** Whether a machine translated it, and no one has checked it. */
  readonly isByMachine: boolean;
  /** Says that it's correct as it is. */
  readonly onConfirm: () => void;
  readonly children: ReactNode;
}

/** A field beside its value in another language, with the changes there since it was translated. */
export function SourceField({ field, state, source, children, ...rest }: SourceFieldProps) {
  const { sourceOfTranslation, before, isByMachine, onConfirm } = rest;
  const other = useMemo(
    (): LocaleFormState | null =>
      source === null ? null : { ...state, locale: source, readOnly: state.access.isReadOnly(source), live: null },
    [state, source],
  );
  return (
    <div className={cn('min-w-0', other && 'grid gap-4 lg:grid-cols-2')}>
      {other && (
        <div lang={other.locale} dir={directionOf(other.locale)} className="flex min-w-0 flex-col gap-1.5">
          <StackedLanguage locale={other.locale} />
          <FormProvider value={other}>
            <FormField field={field} path={field.key} />
          </FormProvider>
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-1.5">
        {other && <StackedLanguage locale={state.locale} />}
        {children}
        <div className="flex flex-wrap gap-1.5">
          {source !== null && !state.readOnly && <CopyButton field={field} state={state} source={source} />}
          {sourceOfTranslation !== null && (
            <SourceChange field={field} state={state} source={sourceOfTranslation} before={before} />
          )}
          {isByMachine && (
            <span className="inline-flex min-h-7 items-center gap-1.5 rounded-full bg-warning-soft px-2.5 text-xs font-medium">
              <Sparkles className="size-3.5" aria-hidden /> {t.byMachine}
            </span>
          )}
          {sourceOfTranslation !== null && !state.readOnly && (
            <Button
              icon={Check}
              label={t.stillCorrect}
              aria-label={`${t.stillCorrect}: ${field.label}`}
              size="sm"
              variant="ghost"
              onClick={onConfirm}
            />
          )}
        </div>
      </div>
    </div>
  );
}

/** The language of a field, in windows that are too narrow for columns with headings. */
function StackedLanguage({ locale }: { readonly locale: string }) {
  const { language } = formats;
  return (
    <p className="text-xs text-muted lg:hidden">
      <bdi>{language(locale)}</bdi>
    </p>
  );
}

function CopyButton({ field, state, source }: { field: FieldDocument; state: LocaleFormState; source: string }) {
  const { language } = formats;
  const { store, locale } = state;
  const own = useFieldFact(field.key, (value) => JSON.stringify(value ?? null));
  const theirs = store.value(source, field.key) ?? null;
  if (field.type === 'slug' || isSameJson(JSON.parse(own) as Json, theirs)) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      onClick={() => {
        const before = store.value(locale, field.key) ?? null;
        store.set(locale, field.key, theirs);
        tell(t.copyField({ language: language(source) }), () => store.set(locale, field.key, before));
      }}
    >
      <ArrowRight className="rtl:-scale-x-100" aria-hidden /> {t.copyField({ language: language(source) })}
    </Button>
  );
}

interface SourceChangeProps {
  readonly field: FieldDocument;
  readonly state: LocaleFormState;
  readonly source: string;
  readonly before: Json;
}

function SourceChange({ field, state, source, before }: SourceChangeProps) {
  const { language } = formats;
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="inline-flex min-h-7 items-center gap-1.5 rounded-full bg-info-soft px-2.5 text-xs font-medium text-info hover:underline"
        >
          <Languages className="size-3.5" aria-hidden /> {t.sourceChanged({ language: language(source) })}
          <span className="sr-only">: {field.label}</span>
        </button>
      }
    >
      <ValueChange shape={field} before={before} after={state.store.value(source, field.key) ?? null} />
    </Popover>
  );
}
