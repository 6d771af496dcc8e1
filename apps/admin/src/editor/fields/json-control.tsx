'use client';

import { useState } from 'react';
import { Field } from '@/ui/field.tsx';
import type { Json } from '../json.ts';
import { same } from '../values.ts';
import type { LabelledProps } from './control-props.ts';
import { GrowingTextarea } from './growing-textarea.tsx';
import { useUnreadTexts } from './unread-context.ts';

interface JsonControlProps extends LabelledProps {
  readonly value: Json;
  /** Where the value stands in its locale. */
  readonly path: readonly (string | number)[];
  readonly onChange: (value: Json) => void;
  readonly objectOnly?: boolean;
  readonly readOnly: boolean;
}

/** A value as JSON text; what can't be read as JSON is kept as it was typed, and told. */
export function JsonControl({
  value,
  onChange,
  path,
  readOnly,
  objectOnly = false,
  error,
  ...field
}: JsonControlProps) {
  const texts = useUnreadTexts();
  const unread = texts.get(path);
  const [typed, setTyped] = useState(() => toText(value));
  const parsedTyped = parse(typed, objectOnly);
  // As it was typed, for as long as it says what the value is.
  const text = unread ?? (parsedTyped.ok && same(parsedTyped.value, value) ? typed : toText(value));
  const parsed = parse(text, objectOnly);
  return (
    <Field {...field} error={parsed.ok ? error : parsed.problem}>
      {(control) => (
        <GrowingTextarea
          {...control}
          readOnly={readOnly}
          spellCheck={false}
          className="min-h-32 font-mono text-sm"
          value={text}
          onChange={(event) => {
            const next = parse(event.target.value, objectOnly);
            setTyped(event.target.value);
            texts.set(path, next.ok ? null : event.target.value);
            if (next.ok) onChange(next.value);
          }}
        />
      )}
    </Field>
  );
}

function toText(value: Json): string {
  return value === null ? '' : JSON.stringify(value, null, 2);
}

function parse(
  text: string,
  objectOnly: boolean,
): { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly problem: string } {
  if (text.trim() === '') return { ok: true, value: objectOnly ? {} : null };
  try {
    const value = JSON.parse(text) as Json;
    if (objectOnly && (value === null || typeof value !== 'object' || Array.isArray(value))) {
      return { ok: false, problem: 'Values are an object: { "title": "…" }.' };
    }
    return { ok: true, value };
  } catch (error) {
    return {
      ok: false,
      problem: `This is not JSON yet: ${error instanceof Error ? error.message : 'it ends too early'}.`,
    };
  }
}
