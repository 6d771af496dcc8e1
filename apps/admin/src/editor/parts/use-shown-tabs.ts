import { type FieldDocument, type FieldValues, isShown, type Json } from '@stele/schema';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useFieldFact, useForm } from '../form/form-context.tsx';
import { type FormTab, tabsOf } from './form-layout.ts';

/** The tabs of a form that have a field that is shown, and the one that is open. */
export function useShownTabs(): { readonly tabs: readonly FormTab[]; readonly open: FormTab | undefined } {
  const { collection, parts } = useForm();
  const { fields } = collection;
  const all = useMemo(() => tabsOf(fields), [fields]);
  const wanted = useSyncExternalStore(parts.subscribe, parts.tab, parts.tab);
  // As a text, so that it's the same as long as the tabs are.
  const hidden = useFieldFact(
    '',
    useCallback(
      (values: Json | undefined) =>
        JSON.stringify(all.filter((tab) => !isAnyShown(tab.fields, fields, values)).map(({ name }) => name)),
      [all, fields],
    ),
  );
  return useMemo(() => {
    const names = JSON.parse(hidden) as string[];
    const tabs = all.filter(({ name }) => !names.includes(name));
    return { tabs, open: tabs.find(({ name }) => name === wanted) ?? tabs[0] };
  }, [all, hidden, wanted]);
}

/** Whether any of some fields is shown. @param siblings all fields beside them */
export function isAnyShown(
  fields: readonly FieldDocument[],
  siblings: readonly FieldDocument[],
  values: Json | undefined,
): boolean {
  return fields.some((field) => field.show_if === undefined || isShown(field, siblings, (values ?? {}) as FieldValues));
}
