import { isSameJson } from '@stele/schema';
import { useState } from 'react';
import { fields as t } from '#messages/fields';
import { Button } from '@/ui/button.tsx';
import { useUnreadText } from '../form/form-context.tsx';
import { parseJson, writeJson } from '../form/json-text.ts';
import type { ControlOf } from './control.ts';
import { GrowingTextarea } from './growing-textarea.tsx';
import { nativeProps } from './native-props.ts';

/** A value as JSON text. Text that isn't JSON yet is kept as it was typed, and not saved. */
export function JsonControl({ value, onChange, readOnly, ids, path }: ControlOf) {
  const [unread, setUnread] = useUnreadText(path);
  const own = writeJson(value ?? null);
  const [typed, setTyped] = useState(own);
  const read = parseJson(typed);
  // As it was typed, for as long as it says what the value is.
  const text = unread ?? (read.ok && isSameJson(read.value, value) ? typed : own);
  return (
    <div className="flex flex-col gap-1">
      <GrowingTextarea
        {...nativeProps(ids)}
        readOnly={readOnly}
        spellCheck={false}
        dir="ltr"
        className="min-h-24 font-mono text-sm"
        value={text}
        onChange={(event) => {
          const next = parseJson(event.target.value);
          setTyped(event.target.value);
          setUnread(next.ok ? null : event.target.value);
          if (next.ok) onChange(next.value);
        }}
      />
      <div className="flex items-center gap-2 text-xs text-muted">
        <span>{t.jsonHint}</span>
        {!readOnly && unread === undefined && text !== own && (
          <Button label={t.formatJson} variant="ghost" size="sm" onClick={() => setTyped(own)} />
        )}
      </div>
    </div>
  );
}
