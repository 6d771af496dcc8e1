import { type FieldDocument, isSameJson, type Json } from '@stele/schema';
import type { ChangeOf } from './field-view.ts';

export function ObjectChange({ shape, ...change }: ChangeOf<'object'>) {
  return <FieldChanges fields={shape.fields} {...change} />;
}

interface FieldChangesProps extends Pick<ChangeOf, 'before' | 'after' | 'Value'> {
  readonly fields: readonly FieldDocument[];
}

/** The fields of an object that changed. */
export function FieldChanges({ Value, ...props }: FieldChangesProps) {
  const [was, is] = [fieldsOf(props.before), fieldsOf(props.after)];
  const changed = props.fields.filter(({ key }) => !isSameJson(was[key], is[key]));
  return (
    <dl className="flex flex-col gap-2 border-s-2 ps-3">
      {changed.map((field) => (
        <div key={field.key}>
          <dt className="mb-1 text-xs font-medium text-muted">{field.label}</dt>
          <dd>
            <Value shape={field} before={was[field.key]} after={is[field.key]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function fieldsOf(value: Json): Readonly<Record<string, Json>> {
  return value && typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, Json>>) : {};
}
