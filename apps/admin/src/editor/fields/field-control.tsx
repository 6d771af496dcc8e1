'use client';

import { Globe } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useProject } from '@/shell/project-context.tsx';
import { Field } from '@/ui/field.tsx';
import { MarkdownControl } from '../markdown/markdown-control.tsx';
import { RichtextControl } from '../richtext/richtext-control.tsx';
import { AssetControl } from './asset-control.tsx';
import { AssetsControl } from './assets-control.tsx';
import { BooleanControl } from './boolean-control.tsx';
import type { FieldControlProps } from './control-props.ts';
import { JsonControl } from './json-control.tsx';
import { ListControl } from './list-control.tsx';
import { MultiselectControl } from './multiselect-control.tsx';
import { ObjectControl } from './object-control.tsx';
import { ReferencesControl } from './reference-control.tsx';
import { ScalarControl } from './scalar-control.tsx';

/** Types that are drawn as JSON until they have an editor of their own. */
const AS_JSON = new Set(['json', 'blocks']);

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
    case 'richtext':
    case 'markdown':
    case 'asset':
    case 'assets':
      return <OwnControl {...props} label={label} error={error} aside={aside} />;
    default:
      return <Field {...common}>{(control) => <ScalarControl {...props} control={control} />}</Field>;
  }
}

interface OwnControlProps extends FieldControlProps {
  readonly label: ReactNode;
  readonly error: string | undefined;
  readonly aside: ReactNode;
}

/** A control that is no element of a form in HTML. */
function OwnControl({ field, value, onChange, readOnly, path, label, error, aside }: OwnControlProps) {
  const id = useId();
  const { project } = useProject();
  const described = [field.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  const common = {
    value,
    onChange,
    readOnly,
    path: path.join('.'),
    locale: project.default_locale,
    ids: {
      id,
      labelId: `${id}-label`,
      'aria-describedby': described || undefined,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-required': field.required || undefined,
    },
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label id={`${id}-label`} htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      {field.type === 'richtext' && <RichtextControl {...common} field={field} />}
      {field.type === 'markdown' && <MarkdownControl {...common} field={field} />}
      {field.type === 'asset' && <AssetControl {...common} field={field} />}
      {field.type === 'assets' && <AssetsControl {...common} field={field} />}
      {field.help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          {field.help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
