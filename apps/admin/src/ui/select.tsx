import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { BOX } from './plain-input.tsx';

interface SelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  readonly value: string;
  /** Values, each with its label. */
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** A choice of few options, drawn by the browser. */
export function Select({ className, options, onChange, ...props }: SelectProps) {
  return (
    <select className={cn(BOX, 'h-9 pe-8', className)} onChange={(event) => onChange(event.target.value)} {...props}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
