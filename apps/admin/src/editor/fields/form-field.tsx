import { type FieldDocument, isShown, type Json } from '@stele/schema';
import { memo, Suspense, useCallback } from 'react';
import { Skeleton } from '@/ui/states.tsx';
import {
  parentPath,
  useFieldFact,
  useFieldValue,
  useForm,
  useIsReadOnly,
  useMessagesAt,
  useWarningsAt,
} from '../form/form-context.tsx';
import type { Spread } from '../form/spread.ts';
import { FieldPresence } from '../presence/field-presence.tsx';
import type { ControlIds } from './control.ts';
import { type ControlEntry, useControlOf } from './controls-context.ts';
import { FieldAside } from './field-aside.tsx';
import { FieldFrame } from './field-frame.tsx';

interface FormFieldProps {
  readonly field: FieldDocument;
  readonly path: string;
  /** All fields beside it, which may say whether it's shown. */
  readonly siblings?: readonly FieldDocument[];
  readonly spread?: Spread;
  /** The label is shown somewhere else already. */
  readonly isLabelHidden?: boolean;
}

/** A field of the form: drawn again when its own value, or what is wrong with it, changes, and only then. */
export const FormField = memo(function FormField(props: FormFieldProps) {
  const { field, siblings } = props;
  if (siblings && field.show_if !== undefined) return <ConditionalField {...props} siblings={siblings} />;
  return <ShownField {...props} />;
});

/** A field that is there only while others say so. */
function ConditionalField(props: FormFieldProps & { readonly siblings: readonly FieldDocument[] }) {
  const { field, siblings, path } = props;
  const read = useCallback(
    (values: unknown) => isShown(field, siblings, (values ?? {}) as Parameters<typeof isShown>[2]),
    [field, siblings],
  );
  const isVisible = useFieldFact(parentPath(path), read);
  return isVisible ? <ShownField {...props} /> : null;
}

function ShownField({ field, path, spread = null, isLabelHidden = false }: FormFieldProps) {
  const { store, problems, locale } = useForm();
  const readOnly = useIsReadOnly(path);
  const entry = useControlOf(field);
  const error = useMessagesAt(path);
  const warning = useWarningsAt(path);
  return (
    <FieldFrame
      field={field}
      path={path}
      locale={locale}
      error={error}
      warning={warning}
      spread={spread}
      isGroup={entry.isGroup}
      isLabelHidden={isLabelHidden}
      aside={!isLabelHidden && <FieldAside field={field} path={path} />}
      presence={<FieldPresence path={path} />}
      onBlur={() => problems.touch(locale, path)}
    >
      {(ids) =>
        entry.Composite ? (
          <entry.Composite field={field} path={path} ids={ids} readOnly={readOnly} />
        ) : (
          <LeafControl field={field} path={path} ids={ids} Control={entry.Control} store={store} />
        )
      }
    </FieldFrame>
  );
}

interface LeafControlProps {
  readonly field: FieldDocument;
  readonly path: string;
  readonly ids: ControlIds;
  readonly Control: ControlEntry['Control'];
  readonly store: ReturnType<typeof useForm>['store'];
}

function LeafControl({ field, path, ids, Control, store }: LeafControlProps) {
  const { locale } = useForm();
  const readOnly = useIsReadOnly(path);
  const value = useFieldValue(path);
  const onChange = useCallback((next: Json) => store.set(locale, path, next), [store, locale, path]);
  return (
    <Suspense fallback={<Skeleton className="h-24" />}>
      <Control
        field={field}
        value={value}
        onChange={onChange}
        readOnly={readOnly}
        ids={ids}
        path={path}
        locale={locale}
      />
    </Suspense>
  );
}
