'use client';

import type { CollectionDocument } from '@stele/schema';
import { Languages } from 'lucide-react';
import type { Outputs } from '@/api/trpc.ts';
import { useProject } from '@/shell/project-context.tsx';
import { Button } from '@/ui/button.tsx';
import { Empty } from '@/ui/states.tsx';
import type { EditSession, SessionView } from './edit-session.ts';
import { FieldControl } from './fields/field-control.tsx';
import { JsonControl } from './fields/json-control.tsx';
import { UnreadProvider } from './fields/unread-context.ts';
import type { Json } from './json.ts';
import { languageName } from './locale-tabs.tsx';
import type { LocaleValues, Values } from './values.ts';

interface LocaleFormProps {
  readonly entry: Outputs['entries']['get'];
  readonly collection: CollectionDocument | null;
  readonly locale: string;
  readonly view: SessionView;
  readonly session: EditSession;
  readonly readOnly: boolean;
}

/** The fields of an entry in one language. */
export function LocaleForm({ entry, collection, locale, view, session, readOnly }: LocaleFormProps) {
  const { project } = useProject();
  const values = view.values[locale];
  if (!values) {
    const source = view.values[project.default_locale] ?? Object.values(view.values)[0];
    return (
      <div id="locale-form" role="tabpanel" aria-labelledby={`locale-tab-${locale}`}>
        <Empty
          icon={Languages}
          title={`Nothing in ${languageName(locale)} yet`}
          action={
            !readOnly && (
              <div className="flex flex-wrap justify-center gap-2">
                <Button variant="primary" onClick={() => session.setLocale(locale, {})}>
                  Begin empty
                </Button>
                {source && (
                  <Button onClick={() => session.setLocale(locale, copyOf(collection, source))}>
                    Copy {languageName(project.default_locale)}
                  </Button>
                )}
              </div>
            )
          }
        >
          Begin with empty fields, or with a copy to translate.
        </Empty>
      </div>
    );
  }
  const messageAt = (path: readonly (string | number)[]): string | undefined =>
    view.errors.find(({ path: at }) => JSON.stringify(at) === JSON.stringify(['values', locale, ...path]))?.message;
  const placeOf = (path: readonly (string | number)[]): string => [locale, ...path].join('.');
  const unread = {
    get: (path: readonly (string | number)[]) => view.unread[placeOf(path)],
    set: (path: readonly (string | number)[], text: string | null) => session.setUnread(placeOf(path), text),
  };
  return (
    <UnreadProvider value={unread}>
      <div
        id="locale-form"
        role="tabpanel"
        aria-labelledby={`locale-tab-${locale}`}
        className="flex min-w-0 flex-col gap-6"
        lang={locale}
      >
        {collection ? (
          collection.fields.map((field) => {
            const isShared = !field.localized && project.locales.length > 1;
            const locales = isShared ? Object.keys(view.values) : [locale];
            return (
              <FieldControl
                key={`${entry.id}:${locale}:${field.key}`}
                field={field}
                value={isShared ? sharedValue(view.values, locale, field.key) : values[field.key]}
                onChange={(value) => session.set(locales, field.key, value)}
                path={[field.key]}
                messageAt={messageAt}
                readOnly={readOnly}
                isShared={isShared}
                siblings={values}
              />
            );
          })
        ) : (
          <JsonControl
            label="Values"
            path={[]}
            help="The project has no schema: values are any JSON object."
            value={values as Json}
            onChange={(value) => session.setLocale(locale, value as LocaleValues)}
            objectOnly
            readOnly={readOnly}
            error={messageAt([])}
          />
        )}
      </div>
    </UnreadProvider>
  );
}

/** A value that languages share: one that was begun here may not have it yet. */
function sharedValue(values: Values, locale: string, field: string): Json | undefined {
  const holder = [values[locale], ...Object.values(values)].find((own) => own && Object.hasOwn(own, field));
  return holder?.[field];
}

/** A copy for another language: without what must be unique there, and without what languages share anyway. */
function copyOf(collection: CollectionDocument | null, source: LocaleValues): LocaleValues {
  const left = (collection?.fields ?? []).filter((field) => !field.localized || field.unique).map(({ key }) => key);
  return Object.fromEntries(Object.entries(source).filter(([key]) => !left.includes(key)));
}
