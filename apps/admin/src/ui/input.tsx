import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { BOX, hintOf, PLAIN, PlainInput } from './plain-input.tsx';
import { useComposition } from './use-composition.ts';

export { Select } from './select.tsx';

export function Input(props: ComponentProps<'input'>) {
  return <PlainInput {...props} {...useComposition(props)} />;
}

export function Textarea({ className, placeholder, ...props }: ComponentProps<'textarea'>) {
  const hint = hintOf({ readOnly: props.readOnly, placeholder });
  const size = props.readOnly ? 'resize-none' : 'min-h-24';
  const composed = useComposition(props);
  const look = cn(BOX, PLAIN, 'py-2 leading-relaxed', className, size);
  return <textarea className={look} placeholder={hint} {...props} {...composed} />;
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
