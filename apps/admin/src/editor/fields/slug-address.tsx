import { type FieldValues, isSameJson, type Json, previewCases, previewTemplate, templateFields } from '@stele/schema';
import { useCallback } from 'react';
import { page as t } from '#messages/page';
import { AddressWarning } from '@/entry/page/address-change.tsx';
import { usePageUrl } from '@/entry/page/use-page-url.ts';
import { useFieldFact, useForm } from '../form/form-context.tsx';
import { textOf } from './native-props.ts';

interface SlugAddressProps {
  readonly path: string;
  /** Whether it's being edited: then a warning comes first. */
  readonly isFocused: boolean;
}

/** The public address that a slug is part of, below it. Of something live it says what becomes of the old address. */
export function SlugAddress({ path, isFocused }: SlugAddressProps) {
  const { collection, locale, live } = useForm();
  const facts = useFieldFact(
    '',
    useCallback(
      (given: Json | undefined) => {
        const values = (given ?? {}) as FieldValues;
        const template = previewTemplate(previewCases(collection, locale), collection, values);
        const keys = [path, ...templateFields(template ?? '').map(({ field }) => field)];
        // Conditions may ask for any field.
        const hasConditions = previewCases(collection, locale).some(({ when }) => when !== undefined);
        const needed = hasConditions ? values : Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
        return JSON.stringify(needed);
      },
      [collection, locale, path],
    ),
  );
  const values: FieldValues = JSON.parse(facts);
  const url = usePageUrl(collection, locale, values);
  const old = usePageUrl(collection, locale, live);
  const slug = textOf(live?.[path]);
  const isChanged = slug !== '' && !isSameJson(live?.[path], values[path]);
  const address = old ?? slug;
  return (
    <>
      {url && (
        <p className="text-xs text-muted">
          {url === old ? (
            <a href={url} target="_blank" rel="noreferrer" className="wrap-anywhere underline underline-offset-2">
              <bdi dir="ltr">{url}</bdi>
            </a>
          ) : (
            <bdi dir="ltr" className="wrap-anywhere">
              {url}
            </bdi>
          )}
        </p>
      )}
      {isChanged && <AddressWarning text={t.addressEnds({ address })} />}
      {slug !== '' && !isChanged && isFocused && <AddressWarning text={t.addressWouldEnd({ address })} />}
    </>
  );
}
