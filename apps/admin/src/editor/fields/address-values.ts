import { type FieldValues, type Json, previewCases, previewTemplate, templateFields } from '@stele/schema';
import { useCallback } from 'react';
import { useFieldFact, useForm } from '../form/form-context.tsx';

/** The values on which the address of the form's page depends, and those of some other fields. */
export function useAddressValues(others: readonly string[]): FieldValues {
  const { collection, locale } = useForm();
  const wanted = JSON.stringify(others);
  const facts = useFieldFact(
    '',
    useCallback(
      (given: Json | undefined) => {
        const values = (given ?? {}) as FieldValues;
        const cases = previewCases(collection, locale);
        const template = previewTemplate(cases, collection, values);
        const keys: string[] = [...JSON.parse(wanted), ...templateFields(template ?? '').map(({ field }) => field)];
        // Conditions may ask for any field.
        const hasConditions = cases.some(({ when }) => when !== undefined);
        const needed = hasConditions ? values : Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
        return JSON.stringify(needed);
      },
      [collection, locale, wanted],
    ),
  );
  return JSON.parse(facts);
}
