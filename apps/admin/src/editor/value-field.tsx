import type { CollectionDocument } from '@stele/schema';
import { useMemo } from 'react';
import { CONTROLS } from './controls/registry.tsx';
import { ControlsProvider } from './fields/controls-context.ts';
import { FormField } from './fields/form-field.tsx';
import { type FormAccess, FormProvider, type LocaleFormState } from './form/form-context.tsx';
import { loadCheck, useEntryForm } from './form/use-entry-form.ts';
import type { ValueSession } from './form/value-session.ts';

interface ValueFieldProps {
  readonly session: ValueSession;
  readonly isLabelHidden?: boolean;
}

const ALL: FormAccess = { isReadOnly: () => false, isSharedReadOnly: false };

/** A field on its own, with the control and the messages that it has in the editor. */
export function ValueField({ session, isLabelHidden = false }: ValueFieldProps) {
  const { field, locale } = session;
  const collection = useMemo(() => collectionOf(session), [session]);
  const form = useEntryForm('', session, collection, ALL);
  const state = useMemo((): LocaleFormState => ({ ...form, locale, readOnly: false, live: null }), [form, locale]);
  return (
    <ControlsProvider value={CONTROLS}>
      <FormProvider value={state}>
        <FormField key={field.key} field={field} path={field.key} isLabelHidden={isLabelHidden} />
      </FormProvider>
    </ControlsProvider>
  );
}

/** A check of a value as for a publish; an empty one is valid. Errors are shown at the field. */
export function useValueCheck(): (session: ValueSession) => Promise<boolean> {
  return async (session) => {
    const value = session.value();
    if (!session.isRead()) return false;
    if (value === null) return true;
    const collection = collectionOf(session);
    const issues = (await loadCheck(collection))(collection, { [session.field.key]: value });
    if (issues.length > 0) session.refuse(issues);
    return issues.length === 0;
  };
}

function collectionOf({ field }: ValueSession): CollectionDocument {
  const { show_if: _, ...shown } = field;
  return { key: 'value', label: '', singleton: false, order: null, title_field: null, fields: [shown as typeof field] };
}
