'use client';

import { Switch } from 'radix-ui';
import { useId } from 'react';
import type { Json } from '../json.ts';
import type { LabelledProps } from './control-props.ts';

interface BooleanControlProps extends LabelledProps {
  readonly value: Json | undefined;
  readonly onChange: (value: Json) => void;
  readonly readOnly: boolean;
}

/** A switch, with its label beside it. */
export function BooleanControl({ label, help, error, aside, value, onChange, readOnly }: BooleanControlProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-3">
        <Switch.Root
          id={id}
          checked={value === true}
          disabled={readOnly}
          onCheckedChange={onChange}
          aria-describedby={help || error ? `${id}-more` : undefined}
          className="h-6 w-10 shrink-0 rounded-full border border-border-strong bg-hover p-0.5 transition-colors data-[state=checked]:border-accent data-[state=checked]:bg-accent"
        >
          <Switch.Thumb className="block size-4.5 rounded-full bg-surface shadow-sm transition-transform data-[state=checked]:translate-x-4" />
        </Switch.Root>
        <label htmlFor={id} className="flex-1 text-sm font-medium">
          {label}
        </label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      {(help || error) && (
        <p id={`${id}-more`} className={error ? 'text-xs text-danger' : 'text-xs text-muted'}>
          {error ?? help}
        </p>
      )}
    </div>
  );
}
