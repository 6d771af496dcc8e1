import { fields as t } from '#messages/fields';
import { cn } from '@/ui/cn.ts';
import { Input } from '@/ui/input.tsx';
import type { ControlOf } from './control.ts';
import { nativeProps, textOf } from './native-props.ts';

/** A colour: picked, or written as #rrggbb or #rrggbbaa. Picking keeps how see-through it is. */
export function ColorControl({ field, value, onChange, readOnly, ids }: ControlOf<'color'>) {
  const text = textOf(value);
  const [isColour, opaque = '#808080', alpha = ''] = /^(#[0-9a-f]{6})([0-9a-f]{2})?$/i.exec(text) ?? [];
  return (
    <div className="flex items-center gap-2">
      <input
        type="color"
        aria-label={t.chooseColour({ field: field.label })}
        disabled={readOnly}
        value={opaque.toLowerCase()}
        onChange={(event) => onChange(`${event.target.value}${alpha}`)}
        // Browsers always show some colour: none looks like a crossed-out one.
        className={cn(
          'h-9 w-12 shrink-0 rounded-md border border-border-strong/60 bg-surface p-1 max-sm:h-10',
          !isColour && 'no-colour',
        )}
      />
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
