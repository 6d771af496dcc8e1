import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const BOX =
  'w-full rounded-md border border-border-strong/60 bg-surface px-3 text-base shadow-xs placeholder:text-muted hover:border-border-strong disabled:bg-sunken disabled:text-muted aria-invalid:border-danger max-sm:text-lg';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(BOX, 'h-9', className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(BOX, 'min-h-24 py-2 leading-relaxed', className)} {...props} />;
}

/** A choice of few options, drawn by the browser: it's at home on every device. */
export function NativeSelect({ className, ...props }: ComponentProps<'select'>) {
  return <select className={cn(BOX, 'h-9 pr-8', className)} {...props} />;
}
