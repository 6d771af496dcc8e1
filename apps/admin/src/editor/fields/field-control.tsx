'use client';

import { Globe } from 'lucide-react';
import { Field } from '@/ui/field.tsx';
import { BooleanControl } from './boolean-control.tsx';
import type { FieldControlProps } from './control-props.ts';
import { JsonControl } from './json-control.tsx';
import { ListControl } from './list-control.tsx';
import { MultiselectControl } from './multiselect-control.tsx';
import { ObjectControl } from './object-control.tsx';
import { ReferencesControl } from './reference-control.tsx';
import { ScalarControl } from './scalar-control.tsx';

/** Types that are drawn as JSON until they have an editor of their own. */
const AS_JSON = new Set(['json', 'richtext', 'blocks', 'asset', 'assets']);

/** A field of the form, drawn as its type wants. */
export function FieldControl(props: FieldControlProps) {
  const { field, path, messageAt, isShared = false, value, onChange, readOnly } = props;
  const error = messageAt(path);
  const label = (
    <>
      {field.label}
      {field.required && (
        <span className="text-danger" title="Needed to publish">
          {' '}
          *
        </span>
      )}
    </>
  );
  const aside = isShared && (
    <span className="inline-flex items-center gap-1">
      <Globe className="size-3" aria-hidden /> All languages
    </span>
  );
  const common = { label, help: field.help, error, aside };
  if (AS_JSON.has(field.type)) {
    return <JsonControl {...common} path={path} value={value ?? null} onChange={onChange} readOnly={readOnly} />;
  }
  switch (field.type) {
    case 'object':
      return <ObjectControl {...props} field={field} title={label} aside={aside} Nested={FieldControl} />;
    case 'list':
      return <ListControl {...props} field={field} title={label} aside={aside} Nested={FieldControl} />;
    case 'boolean':
      return <BooleanControl {...common} value={value} onChange={onChange} readOnly={readOnly} />;
    case 'multiselect':
      return <MultiselectControl {...common} field={field} value={value} onChange={onChange} readOnly={readOnly} />;
    case 'reference':
    case 'references':
      return <ReferencesControl {...props} field={field} title={label} aside={aside} error={error} />;
    default:
      return <Field {...common}>{(control) => <ScalarControl {...props} control={control} />}</Field>;
  }
}
