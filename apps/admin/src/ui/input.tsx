import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { useComposition } from './use-composition.ts';

const BOX =
  'w-full rounded-md border border-border-strong/60 bg-surface px-3 text-base shadow-xs placeholder:text-muted hover:border-border-strong disabled:bg-sunken disabled:text-muted aria-invalid:border-danger max-sm:text-lg';

/** What can only be read looks like text. */
const PLAIN =
  'read-only:enabled:border-transparent read-only:enabled:bg-transparent read-only:enabled:px-0 read-only:enabled:shadow-none read-only:enabled:[&::-webkit-calendar-picker-indicator]:hidden';
const NOTHING = '–';

export function Input({ className, placeholder, ...props }: ComponentProps<'input'>) {
  const hint = props.readOnly ? NOTHING : placeholder;
  const composed = useComposition(props);
  return <input className={cn(BOX, PLAIN, 'h-9', className)} placeholder={hint} {...props} {...composed} />;
}

export function Textarea({ className, placeholder, ...props }: ComponentProps<'textarea'>) {
  const hint = props.readOnly ? NOTHING : placeholder;
  const size = props.readOnly ? 'resize-none' : 'min-h-24';
  const composed = useComposition(props);
  const look = cn(BOX, PLAIN, 'py-2 leading-relaxed', className, size);
  return <textarea className={look} placeholder={hint} {...props} {...composed} />;
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
