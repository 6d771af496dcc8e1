'use client';

import { type ReactNode, useState } from 'react';
import { Field } from '@/ui/field.tsx';
import type { Json } from '../json.ts';
import { same } from '../values.ts';
import { GrowingTextarea } from './growing-textarea.tsx';

interface JsonControlProps {
  readonly label: ReactNode;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly aside?: ReactNode;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  readonly objectOnly?: boolean;
  readonly readOnly: boolean;
}

/** A value as JSON text; what can't be read as JSON is kept as it was typed, and told. */
export function JsonControl({ value, onChange, readOnly, objectOnly = false, error, ...field }: JsonControlProps) {
  const [text, setText] = useState(() => toText(value));
  const [last, setLast] = useState(value);
  if (!same(value, last)) {
    setLast(value);
    const shown = parse(text, objectOnly);
    if (!shown.ok || !same(shown.value, value)) setText(toText(value));
  }
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
            setText(event.target.value);
            const next = parse(event.target.value, objectOnly);
            if (!next.ok) return;
            setLast(next.value);
            onChange(next.value);
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
