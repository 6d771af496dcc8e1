import { ExternalLink } from 'lucide-react';
import { useRef } from 'react';
import { common } from '#messages/common';
import { directionOf } from '@/i18n/direction.ts';
import { Button } from '@/ui/button.tsx';
import { Input } from '@/ui/input.tsx';
import { useKeptCaret } from '@/ui/use-kept-caret.ts';
import type { ControlOf } from './control.ts';
import { GrowingTextarea } from './growing-textarea.tsx';
import { nativeProps, textOf } from './native-props.ts';
import { useOwnUndo } from './use-own-undo.ts';

/** A line of text, an email address or a web address. */
export function TextControl({ field, value, onChange, readOnly, ids, locale }: ControlOf<'text' | 'email' | 'url'>) {
  const text = textOf(value);
  const box = useRef<HTMLInputElement>(null);
  useKeptCaret(box, text);
  useOwnUndo(box, text);
  const input = (
    <Input
      ref={box}
      {...nativeProps(ids)}
      type={field.type === 'text' ? 'text' : field.type}
      lang={field.type === 'text' ? locale : undefined}
      dir={field.type === 'text' ? directionOf(locale) : 'ltr'}
      readOnly={readOnly}
      value={text}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  );
  if (field.type !== 'url') return input;
  return (
    <div className="flex gap-1.5">
      {input}
      {/^https?:\/\//i.test(text) && (
        <Button asChild variant="ghost" size="icon">
          <a href={text} target="_blank" rel="noreferrer" aria-label={common.openInNewTab}>
            <ExternalLink aria-hidden />
          </a>
        </Button>
      )}
    </div>
  );
}

/** Text of several lines. */
export function TextareaControl({ value, onChange, readOnly, ids, locale }: ControlOf<'textarea'>) {
  return (
    <GrowingTextarea
      {...nativeProps(ids)}
      lang={locale}
      dir={directionOf(locale)}
      readOnly={readOnly}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  );
}
