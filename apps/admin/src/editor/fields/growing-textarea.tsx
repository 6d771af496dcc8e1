import type { ComponentProps } from 'react';
import { cn } from '@/ui/cn.ts';
import { Textarea } from '@/ui/input.tsx';

/** A text area that grows with what is in it, up to most of the screen. */
export function GrowingTextarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <Textarea className={cn('field-sizing-content max-h-[70vh] resize-y', className)} {...props} />;
}
