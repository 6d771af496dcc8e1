import type { FieldDocument, FieldValues, Json } from '@stele/schema';
import { Check, Languages } from 'lucide-react';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { type ReactNode, useCallback, useId, useMemo } from 'react';
import { editor as t } from '#messages/editor';
import { fields as words } from '#messages/fields';
import type { Outputs } from '@/api/trpc.ts';
import { directionOf } from '@/i18n/direction.ts';
import { formats } from '@/i18n/language.ts';
import { useProject } from '@/project/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Said } from '@/ui/said.tsx';
import { Empty } from '@/ui/states.tsx';
import type { Values } from '@/values/values.ts';
import { CONTROLS } from '../controls/registry.tsx';
import { ControlsProvider } from '../fields/controls-context.ts';
import { FieldFrame } from '../fields/field-frame.tsx';
import { FormField } from '../fields/form-field.tsx';
import { JsonControl } from '../fields/json-control.tsx';
import { type EntryForm, FormProvider, type LocaleFormState } from '../form/form-context.tsx';
import { spreadOf } from '../form/spread.ts';
import { FormSections } from '../parts/form-sections.tsx';
import { FormTabs, tabKey } from '../parts/form-tabs.tsx';
import { useShownTabs } from '../parts/use-shown-tabs.ts';
import type { EditSession } from '../session/edit-session.ts';
import type { SessionView } from '../session/session-view.ts';
import { useSessionFact } from '../session/use-session-fact.ts';
import { SourceField } from './source-field.tsx';
import { textFields } from './to-translate.ts';
import { translatable } from './translatable.ts';
import { TranslatorBar } from './translator-bar.tsx';
import { useConfirm } from './use-confirm.ts';
import { useTranslation } from './use-translation.ts';

const MachineBar = lazyPart(async () => (await import('./machine-bar.tsx')).default);

interface LocaleFormProps {
  readonly entry: Outputs['entries']['get'];
  readonly form: EntryForm;
  readonly session: EditSession;
  readonly locale: string;
  /** Language shown beside it; null for none. */
  readonly source: string | null;
}

/** The fields of an entry in one language; when wanted, beside the fields in another one. */
export function LocaleForm({ entry, form, session, locale, source }: LocaleFormProps) {
  const isBegun = useSessionFact(
    session,
    useCallback((view: SessionView) => Object.hasOwn(view.values, locale), [locale]),
  );
  const live = ((entry.live_values ?? {}) as Values)[locale] ?? null;
  const readOnly = form.access.isReadOnly(locale);
  const state = useMemo((): LocaleFormState => ({ ...form, locale, readOnly, live }), [form, locale, readOnly, live]);
  const { default_locale: original } = useProject().project;
  const translation = useTranslation(entry, locale);
  const unchecked = translation?.machine_fields ?? [];
  const hasBar = (locale !== original || unchecked.length > 0) && form.collection.key !== '' && !readOnly;
  return (
    <div
      id="locale-form"
      role="tabpanel"
      aria-labelledby={`locale-tab-${locale}`}
      lang={locale}
      dir={directionOf(locale)}
      className="min-w-0"
    >
      {hasBar && <MachineBar state={state} session={session} unchecked={unchecked} />}
      {isBegun ? (
        <ControlsProvider value={CONTROLS}>
          <FormProvider value={state}>
            {form.collection.key === '' ? (
              <FreeValues session={session} locale={locale} readOnly={readOnly} />
            ) : (
              <FieldsOfLocale translation={translation} state={state} source={source} session={session} />
            )}
          </FormProvider>
        </ControlsProvider>
      ) : (
        <BeginLocale form={form} session={session} locale={locale} />
      )}
    </div>
  );
}

interface FieldsOfLocaleProps {
  readonly translation: ReturnType<typeof useTranslation>;
  readonly state: LocaleFormState;
  readonly session: EditSession;
  readonly source: string | null;
}

function FieldsOfLocale({ translation, state, session, source }: FieldsOfLocaleProps) {
  const { project } = useProject();
  const { confirm, isPending } = useConfirm(state, session);
  const outdated = translation?.changed_fields ?? [];
  const { fields } = state.collection;
  const { tabs, open } = useShownTabs();
  const [isOnlyTexts, setOnlyTexts] = useQueryState('texts', parseAsBoolean.withDefault(false));
  const id = useId();
  const prefix = `${id}-tab-`;
  // Side by side, the columns say it.
  const spread = useMemo(
    () => spreadOf(fields, source === null ? project.locales.length : 1),
    [fields, source, project.locales.length],
  );
  const draw = (field: FieldDocument): ReactNode => {
    const own = (
      <FormField field={field} path={field.key} siblings={fields} spread={spread(field.localized ?? false)} />
    );
    const changed = outdated.includes(field.key);
    const isByMachine = translation?.machine_fields.includes(field.key) ?? false;
    if (!field.localized || (source === null && !changed && !isByMachine)) return own;
    return (
      <SourceField
        field={field}
        state={state}
        source={source}
        sourceOfTranslation={changed ? (translation?.source_locale ?? null) : null}
        before={(translation?.before[field.key] ?? null) as Json}
        isByMachine={isByMachine}
        onConfirm={() => confirm([field.key])}
      >
        {own}
      </SourceField>
    );
  };
  const shown =
    source !== null && isOnlyTexts
      ? textFields(open?.fields ?? [], (key) => state.store.value(source, key))
      : (open?.fields ?? []);
  const hasTabs = tabs.length > 1 && open !== undefined;
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {hasTabs && <FormTabs tabs={tabs} open={open} prefix={prefix} panel={id} />}
      {source !== null && !state.readOnly && state.locale !== project.default_locale && (
        <TranslatorBar
          state={state}
          source={source}
          changed={outdated}
          isOnlyTexts={isOnlyTexts}
          onOnlyTexts={(is) => void setOnlyTexts(is || null)}
        />
      )}
      {outdated.length > 0 && !state.readOnly && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="text-sm">
            <Said>
              {t.outdated({ count: outdated.length, language: formats.language(translation?.source_locale ?? '') })}
            </Said>
          </p>
          <Button
            icon={Check}
            label={t.allStillCorrect}
            size="sm"
            className="max-sm:h-11"
            busy={isPending}
            onClick={() => confirm(outdated)}
          />
        </div>
      )}
      {source !== null && <LanguageHeadings locales={[source, state.locale]} />}
      <div
        key={open?.name}
        className="flex min-w-0 flex-col gap-6"
        {...(hasTabs && { id, role: 'tabpanel', 'aria-labelledby': `${prefix}${tabKey(open)}` })}
      >
        {open && (
          <FormSections fields={shown} siblings={fields} path="">
            {draw}
          </FormSections>
        )}
      </div>
    </div>
  );
}

/** Names the language of each column. In narrow windows each field says it. */
function LanguageHeadings({ locales }: { readonly locales: readonly string[] }) {
  const { language } = formats;
  return (
    <div className="grid grid-cols-2 gap-4 border-b pb-2 max-lg:hidden">
      {locales.map((locale) => (
        <h2 key={locale} dir={directionOf(locale)} className="font-semibold">
          <bdi>{language(locale)}</bdi>
        </h2>
      ))}
    </div>
  );
}

function BeginLocale({ form, session, locale }: Pick<LocaleFormProps, 'form' | 'session' | 'locale'>) {
  const { language } = formats;
  const { project } = useProject();
  const begun = Object.keys(session.view().values);
  const sources = [...begun].sort((a) => (a === project.default_locale ? -1 : 0));
  return (
    <Empty
      icon={Languages}
      title={t.nothingYet({ language: language(locale) })}
      action={
        !form.access.isReadOnly(locale) && (
          <div className="flex flex-wrap justify-center gap-2">
            {sources.map((source, index) => (
              <Button
                label={t.copyFrom({ language: language(source) })}
                key={source}
                variant={index === 0 ? 'primary' : 'secondary'}
                onClick={() => session.setLocale(locale, translatable(form.collection, session.view().values[source]))}
              />
            ))}
            <Button onClick={() => session.setLocale(locale, {})}>{t.beginEmpty}</Button>
          </div>
        )
      }
      help={t.beginHelp}
    />
  );
}

interface FreeValuesProps {
  readonly session: EditSession;
  readonly locale: string;
  readonly readOnly: boolean;
}

/** Values of an entry that no schema describes, as JSON. */
function FreeValues({ session, locale, readOnly }: FreeValuesProps) {
  const values = useSessionFact(
    session,
    useCallback((view: SessionView) => view.values[locale], [locale]),
  );
  const unread = useSessionFact(
    session,
    useCallback((view: SessionView) => view.unread[`${locale}.`], [locale]),
  );
  return (
    <FieldFrame
      field={{ label: t.values, help: t.noSchema, required: false }}
      path=""
      locale={locale}
      error={unread === undefined ? undefined : words.notJson}
      warning={undefined}
    >
      {(ids) => (
        <JsonControl
          field={{ key: '', label: t.values, required: false, type: 'json' }}
          path=""
          locale={locale}
          ids={ids}
          readOnly={readOnly}
          value={values as Json}
          onChange={(value) => {
            const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
            if (value === null || isObject) session.setLocale(locale, (value ?? {}) as FieldValues);
            else session.setUnread(`${locale}.`, JSON.stringify(value));
          }}
        />
      )}
    </FieldFrame>
  );
}
