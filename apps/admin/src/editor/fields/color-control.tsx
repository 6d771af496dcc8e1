import { useState } from 'react';
import { fields as t } from '#messages/fields';
import { cn } from '@/ui/cn.ts';
import { Input } from '@/ui/input.tsx';
import { lazyPart } from '@/ui/lazy-part.tsx';
import { Popover } from '@/ui/popover.tsx';
import type { ControlOf } from './control.ts';
import { nativeProps, textOf } from './native-props.ts';

const ColourPicker = lazyPart(async () => (await import('./colour-picker.tsx')).ColourPicker);

/** A colour: picked, or written as #rrggbb or #rrggbbaa. */
export function ColorControl({ field, value, onChange, readOnly, ids }: ControlOf<'color'>) {
  const [isOpen, setOpen] = useState(false);
  const text = textOf(value);
  const isColour = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text);
  return (
    <div className="flex items-center gap-2">
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        align="start"
        label={t.chooseColour({ field: field.label })}
        className="w-auto max-h-[90dvh]"
        trigger={
          <button
            type="button"
            aria-label={t.chooseColour({ field: field.label })}
            disabled={readOnly}
            className="h-9 w-12 shrink-0 rounded-md border border-border-strong/60 bg-surface p-1 max-sm:h-11"
          >
            <span
              // No colour is empty and crossed out.
              className={cn('block size-full rounded-sm border border-border-strong/60', !isColour && 'no-colour')}
              style={isColour ? { background: text } : undefined}
            />
          </button>
        }
      >
        <ColourPicker value={text} onChange={onChange} />
      </Popover>
      <Input
        {...nativeProps(ids)}
        className="max-w-40 font-mono"
        dir="ltr"
        readOnly={readOnly}
        spellCheck={false}
        placeholder="#0f5e59"
        value={text}
        onChange={(event) => onChange(event.target.value.trim() || null)}
      />
    </div>
  );
}
