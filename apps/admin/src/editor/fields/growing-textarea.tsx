import { type ComponentProps, type RefObject, useRef } from 'react';
import { cn } from '@/ui/cn.ts';
import { Textarea } from '@/ui/input.tsx';
import { useKeptCaret } from '@/ui/use-kept-caret.ts';
import { useOwnUndo } from './use-own-undo.ts';

interface GrowingTextareaProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  readonly ref?: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
}

/** A text area that grows with what is in it, up to most of the screen. */
export function GrowingTextarea({ className, ref, ...props }: GrowingTextareaProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const box = ref ?? own;
  useKeptCaret(box, props.value);
  useOwnUndo(box, props.value);
  return <Textarea ref={box} className={cn('field-sizing-content max-h-[70vh] resize-y', className)} {...props} />;
}
