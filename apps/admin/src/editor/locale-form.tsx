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
import type { Json } from './json.ts';
import { languageName } from './locale-tabs.tsx';
import type { LocaleValues } from './values.ts';

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
                <Button variant="primary" onClick={() => session.setLocale(locale, sharedOf(collection, source))}>
                  Begin empty
                </Button>
                {source && (
                  <Button onClick={() => session.setLocale(locale, withoutSlugs(collection, source))}>
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
  return (
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
              value={values[field.key]}
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
          help="The project has no schema: values are any JSON object."
          value={values as Json}
          onChange={(value) => session.setLocale(locale, value as LocaleValues)}
          objectOnly
          readOnly={readOnly}
          error={messageAt([])}
        />
      )}
    </div>
  );
}

/** The values that all languages share. */
function sharedOf(collection: CollectionDocument | null, source: LocaleValues | undefined): LocaleValues {
  if (!collection || !source) return {};
  const shared = collection.fields.filter(({ localized }) => !localized).map(({ key }) => key);
  return Object.fromEntries(Object.entries(source).filter(([key]) => shared.includes(key)));
}

/** A copy for another language: without what must be unique there. */
function withoutSlugs(collection: CollectionDocument | null, source: LocaleValues): LocaleValues {
  const unique = (collection?.fields ?? []).filter((field) => field.localized && 'unique' in field && field.unique);
  const keys = unique.map(({ key }) => key);
  return Object.fromEntries(Object.entries(source).filter(([key]) => !keys.includes(key)));
}
