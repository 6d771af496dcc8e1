import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

const BOX =
  'w-full rounded-md border border-border-strong/60 bg-surface px-3 text-base shadow-xs placeholder:text-muted hover:border-border-strong disabled:bg-sunken disabled:text-muted aria-invalid:border-danger max-sm:text-lg';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(BOX, 'h-9', className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(BOX, 'min-h-24 py-2 leading-relaxed', className)} {...props} />;
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  readonly value: string;
  /** Values, each with its label. */
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** A choice of few options, drawn by the browser. */
export function Select({ className, options, onChange, ...props }: SelectProps) {
  return (
    <select className={cn(BOX, 'h-9 pr-8', className)} onChange={(event) => onChange(event.target.value)} {...props}>
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface CheckboxProps extends ComponentProps<'input'> {
  readonly label: ReactNode;
  /** Of the label around the box. */
  readonly className?: string;
}

/** A box to tick, with its label. */
export function Checkbox({ label, className, ...props }: CheckboxProps) {
  return (
    <label className={cn('flex items-center gap-2.5 text-sm', className)}>
      <input type="checkbox" className="size-4 shrink-0 accent-accent" {...props} />
      {label}
    </label>
  );
}
