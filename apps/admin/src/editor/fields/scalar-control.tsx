'use client';

import { Wand2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import type { ControlProps } from '@/ui/field.tsx';
import { Input, NativeSelect } from '@/ui/input.tsx';
import { Skeleton } from '@/ui/states.tsx';
import type { FieldControlProps } from './control-props.ts';
import { fromLocalDateTime, slugFrom, toLocalDateTime } from './formats.ts';
import { GrowingTextarea } from './growing-textarea.tsx';

const MarkdownPreview = lazy(() => import('./markdown-preview.tsx'));

interface ScalarControlProps extends FieldControlProps {
  readonly control: ControlProps;
}

/** A control for a value that is a text, a number or a time. */
export function ScalarControl({ field, value, onChange, readOnly, control, siblings }: ScalarControlProps) {
  const text = typeof value === 'string' ? value : '';
  const common = { ...control, readOnly, 'aria-required': field.required };
  const setText = (next: string): void => onChange(next === '' ? null : next);
  switch (field.type) {
    case 'textarea':
      return <GrowingTextarea {...common} value={text} onChange={(event) => setText(event.target.value)} />;
    case 'markdown':
      return <MarkdownControl value={text} onChange={setText} common={common} />;
    case 'number':
    case 'integer':
      return <NumberControl value={value} onChange={onChange} common={common} integer={field.type === 'integer'} />;
    case 'date':
      return (
        <Input
          {...common}
          type="date"
          className="w-48"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      );
    case 'datetime':
      return (
        <Input
          {...common}
          type="datetime-local"
          className="w-64"
          value={toLocalDateTime(text)}
          onChange={(event) => onChange(fromLocalDateTime(event.target.value))}
        />
      );
    case 'select':
      return (
        <NativeSelect
          {...control}
          disabled={readOnly}
          className="max-w-sm"
          value={text}
          onChange={(event) => setText(event.target.value)}
        >
          <option value="">None</option>
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      );
    case 'color':
      return (
        <div className="flex items-center gap-2">
          <input
            type="color"
            aria-label={`${field.label}: choose`}
            disabled={readOnly}
            value={/^#[0-9a-f]{6}$/i.test(text) ? text : '#000000'}
            onChange={(event) => setText(event.target.value)}
            className="h-9 w-12 rounded-md border bg-surface p-1"
          />
          <Input
            {...common}
            className="w-36 font-mono"
            value={text}
            placeholder="#0f5e59"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      );
    case 'slug': {
      const source = field.source ?? 'title';
      const from = siblings[source];
      return (
        <div className="flex gap-2">
          <Input
            {...common}
            className="font-mono"
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
          {!readOnly && typeof from === 'string' && from !== '' && slugFrom(from) !== text && (
            <Button onClick={() => setText(slugFrom(from))} title={`Make it from “${from}”`}>
              <Wand2 aria-hidden /> Make
            </Button>
          )}
        </div>
      );
    }
    default: {
      const type = field.type === 'email' ? 'email' : field.type === 'url' ? 'url' : 'text';
      return <Input {...common} type={type} value={text} onChange={(event) => setText(event.target.value)} />;
    }
  }
}

type Common = ControlProps & { readonly readOnly: boolean; readonly 'aria-required': boolean };

/** Keeps what was typed as it was typed, and hands on what is a number. */
function NumberControl({
  value,
  onChange,
  common,
  integer,
}: {
  readonly value: FieldControlProps['value'];
  readonly onChange: FieldControlProps['onChange'];
  readonly common: Common;
  readonly integer: boolean;
}) {
  const [text, setText] = useState(() => (typeof value === 'number' ? String(value) : ''));
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    if (typeof value === 'number' && Number(text) !== value) setText(String(value));
    if (typeof value !== 'number' && text.trim() !== '' && !Number.isNaN(Number(text))) setText('');
  }
  const parsed = Number(text);
  const isWrong = text.trim() !== '' && (Number.isNaN(parsed) || (integer && !Number.isInteger(parsed)));
  return (
    <div>
      <Input
        {...common}
        inputMode={integer ? 'numeric' : 'decimal'}
        className="w-48 tabular-nums"
        aria-invalid={isWrong || common['aria-invalid']}
        value={text}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          const number = Number(next);
          if (next.trim() === '') onChange(null);
          else if (Number.isFinite(number) && (!integer || Number.isInteger(number))) onChange(number);
        }}
      />
      {isWrong && <p className="mt-1 text-xs text-danger">{integer ? 'Enter a whole number.' : 'Enter a number.'}</p>}
    </div>
  );
}

function MarkdownControl({
  value,
  onChange,
  common,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly common: Common;
}) {
  const [isPreview, setPreview] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex gap-1 self-end">
        <Button
          size="sm"
          variant={isPreview ? 'ghost' : 'secondary'}
          aria-pressed={!isPreview}
          onClick={() => setPreview(false)}
        >
          Write
        </Button>
        <Button
          size="sm"
          variant={isPreview ? 'secondary' : 'ghost'}
          aria-pressed={isPreview}
          onClick={() => setPreview(true)}
        >
          Preview
        </Button>
      </div>
      {isPreview ? (
        <div className="min-h-40 rounded-md border bg-surface px-4 py-3">
          <Suspense fallback={<Skeleton className="h-24" />}>
            <MarkdownPreview text={value} />
          </Suspense>
        </div>
      ) : (
        <GrowingTextarea
          {...common}
          className="min-h-40 font-mono text-sm"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
