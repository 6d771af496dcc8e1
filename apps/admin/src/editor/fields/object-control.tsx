'use client';

import type { FieldBase, ShapeOf } from '@stele/schema';
import type { ReactNode } from 'react';
import type { Json } from '../json.ts';
import type { LocaleValues } from '../values.ts';
import type { FieldControlProps, NestingProps } from './control-props.ts';
import { Group } from './group.tsx';

interface ObjectControlProps extends Omit<FieldControlProps, 'field'>, NestingProps {
  readonly field: FieldBase & ShapeOf<'object'>;
  readonly title: ReactNode;
  readonly aside?: ReactNode;
}

/** The fields of an object, in a frame. */
export function ObjectControl({
  field,
  value,
  onChange,
  path,
  messageAt,
  readOnly,
  title,
  aside,
  Nested,
}: ObjectControlProps) {
  return (
    <Group title={title} help={field.help} error={messageAt(path)} aside={aside}>
      <ObjectFields
        fields={field.fields}
        value={value}
        onChange={onChange}
        path={path}
        messageAt={messageAt}
        readOnly={readOnly}
        Nested={Nested}
      />
    </Group>
  );
}

type ObjectFieldsProps = Pick<FieldControlProps, 'value' | 'onChange' | 'path' | 'messageAt' | 'readOnly'> &
  NestingProps & {
    readonly fields: ShapeOf<'object'>['fields'];
  };

/** The fields of an object. */
export function ObjectFields({ fields, value, onChange, path, messageAt, readOnly, Nested }: ObjectFieldsProps) {
  const own = (value && typeof value === 'object' && !Array.isArray(value) ? value : {}) as LocaleValues;
  const set = (key: string, next: Json): void => {
    const { [key]: _before, ...rest } = own;
    const whole = next === null ? rest : { ...rest, [key]: next };
    onChange(Object.keys(whole).length === 0 ? null : whole);
  };
  return (
    <div className="flex flex-col gap-5">
      {fields.map((inner) => (
        <Nested
          key={inner.key}
          field={inner}
          value={own[inner.key]}
          onChange={(next) => set(inner.key, next)}
          path={[...path, inner.key]}
          messageAt={messageAt}
          readOnly={readOnly}
          siblings={own}
        />
      ))}
    </div>
  );
}
