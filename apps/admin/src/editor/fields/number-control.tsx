import { useState } from 'react';
import { language } from '@/i18n/language.ts';
import { Input } from '@/ui/input.tsx';
import { useUnreadText } from '../form/form-context.tsx';
import { readNumber, writeNumber } from '../form/number-text.ts';
import type { ControlOf } from './control.ts';
import { nativeProps } from './native-props.ts';

/** A number in the reader's notation. Text that isn't a number yet is kept as it was typed, and not saved. */
export function NumberControl({ field, value, onChange, readOnly, ids, path }: ControlOf<'number' | 'integer'>) {
  const [unread, setUnread] = useUnreadText(path);
  const isInteger = field.type === 'integer';
  const own = typeof value === 'number' ? writeNumber(value, language) : '';
  const [typed, setTyped] = useState(own);
  const read = readNumber(typed, language, isInteger);
  // As it was typed, for as long as it says what the value is: "1,50" stays.
  const shown = unread ?? (read.ok && read.value === (value ?? null) ? typed : own);
  return (
    <Input
      {...nativeProps(ids)}
      inputMode={isInteger ? 'numeric' : 'decimal'}
      autoComplete="off"
      className="max-w-48 tabular-nums"
      readOnly={readOnly}
      value={shown}
      onChange={(event) => {
        const text = event.target.value;
        const next = readNumber(text, language, isInteger);
        setTyped(text);
        setUnread(next.ok ? null : text);
        if (next.ok) onChange(next.value);
      }}
      onBlur={() => {
        if (unread === undefined) setTyped(own);
      }}
    />
  );
}
