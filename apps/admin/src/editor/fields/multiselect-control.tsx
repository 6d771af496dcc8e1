'use client';

import type { FieldBase, ShapeOf } from '@stele/schema';
import type { Json } from '../json.ts';
import type { LabelledProps } from './control-props.ts';
import { Group } from './group.tsx';

interface MultiselectControlProps extends LabelledProps {
  readonly field: FieldBase & ShapeOf<'multiselect'>;
  readonly value: Json | undefined;
  readonly onChange: (value: Json) => void;
  readonly readOnly: boolean;
}

/** Some of several options, each with a box to tick. */
export function MultiselectControl({
  field,
  label,
  help,
  error,
  aside,
  value,
  onChange,
  readOnly,
}: MultiselectControlProps) {
  const chosen = Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  const toggle = (option: string): void => {
    const next = field.options
      .map((one) => one.value)
      .filter((one) => (one === option ? !chosen.includes(one) : chosen.includes(one)));
    onChange(next.length === 0 ? null : next);
  };
  return (
    <Group title={label} help={help} error={error} aside={aside} plain>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {field.options.map((option) => (
          <label key={option.value} className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.includes(option.value)}
              disabled={readOnly}
              onChange={() => toggle(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </Group>
  );
}
