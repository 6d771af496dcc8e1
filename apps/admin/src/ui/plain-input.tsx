import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export const BOX =
  'w-full rounded-md border border-border-strong/60 bg-surface px-3 text-base shadow-xs placeholder:text-muted hover:border-border-strong disabled:bg-sunken disabled:text-muted aria-invalid:border-danger max-sm:text-lg';

/** Read-only values look like text. */
export const PLAIN =
  'read-only:enabled:border-transparent read-only:enabled:bg-transparent read-only:enabled:px-0 read-only:enabled:shadow-none read-only:enabled:[&::-webkit-calendar-picker-indicator]:hidden';

const NOTHING = '–';

/** Hint in an empty box: the placeholder, or a dash when it's read-only. */
export function hintOf({
  readOnly,
  placeholder,
}: Pick<ComponentProps<'input'>, 'readOnly' | 'placeholder'>): string | undefined {
  return readOnly ? NOTHING : placeholder;
}

/** A text box for a text that no one else can change meanwhile, such as a search. `Input` is for all other texts. */
export function PlainInput({ className, placeholder, ...props }: ComponentProps<'input'>) {
  return (
    <input
      className={cn(BOX, PLAIN, 'h-9', className)}
      placeholder={hintOf({ readOnly: props.readOnly, placeholder })}
      {...props}
    />
  );
}
