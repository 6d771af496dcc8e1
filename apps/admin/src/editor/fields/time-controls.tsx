import { useMessages } from '@/i18n/language-context.ts';
import { Button } from '@/ui/button.tsx';
import { Input } from '@/ui/input.tsx';
import type { ControlOf } from './control.ts';
import { fromLocalDateTime, toLocalDateTime } from './formats.ts';
import { nativeProps, textOf } from './native-props.ts';

/** A day. */
export function DateControl({ field, value, onChange, readOnly, ids }: ControlOf<'date'>) {
  return (
    <Input
      {...nativeProps(ids)}
      type="date"
      className="max-w-48"
      readOnly={readOnly}
      min={field.min}
      max={field.max}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}

/** A moment, entered in the time of the place where the browser is. */
export function DateTimeControl({ value, onChange, readOnly, ids }: ControlOf<'datetime'>) {
  const t = useMessages().fields;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Input
        {...nativeProps(ids)}
        type="datetime-local"
        className="max-w-64"
        readOnly={readOnly}
        value={toLocalDateTime(textOf(value))}
        onChange={(event) => onChange(fromLocalDateTime(event.target.value))}
      />
      {!readOnly && (
        <Button variant="ghost" size="sm" onClick={() => onChange(new Date().toISOString())}>
          {t.now}
        </Button>
      )}
      <span className="text-xs text-muted">{t.timeZone(zone.replaceAll('_', ' '))}</span>
    </div>
  );
}
