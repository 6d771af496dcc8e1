import { fields as t } from '#messages/fields';
import { Button } from '@/ui/button.tsx';
import { DayInput, DayTimeInput, TimeInput } from '@/ui/day-input.tsx';
import { useUnreadText } from '../form/form-context.tsx';
import type { ControlOf } from './control.ts';
import { nativeProps, textOf } from './native-props.ts';

/** A day. */
export function DateControl({ field, value, onChange, readOnly, ids, path }: ControlOf<'date'>) {
  const [unread, setUnread] = useUnreadText(path);
  return (
    <DayInput
      {...nativeProps(ids)}
      label={field.label}
      className="max-w-48"
      readOnly={readOnly}
      min={field.min}
      max={field.max}
      value={textOf(value)}
      unread={unread}
      onUnread={setUnread}
      onChange={(day) => onChange(day || null)}
    />
  );
}

/** A time of day. */
export function TimeControl({ value, onChange, readOnly, ids, path }: ControlOf<'time'>) {
  const [unread, setUnread] = useUnreadText(path);
  return (
    <TimeInput
      {...nativeProps(ids)}
      className="max-w-24"
      readOnly={readOnly}
      value={textOf(value)}
      unread={unread}
      onUnread={setUnread}
      onChange={(time) => onChange(time || null)}
    />
  );
}

/** A moment, entered in the time of the place where the browser is. */
export function DateTimeControl({ field, value, onChange, readOnly, ids, path }: ControlOf<'datetime'>) {
  const [unread, setUnread] = useUnreadText(path);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <DayTimeInput
        {...nativeProps(ids)}
        label={field.label}
        className="max-w-72 min-w-64"
        readOnly={readOnly}
        value={toLocalDateTime(textOf(value))}
        unread={unread}
        onUnread={setUnread}
        onChange={(local) => onChange(fromLocalDateTime(local))}
      />
      {!readOnly && (
        <Button
          label={t.now}
          variant="ghost"
          size="sm"
          onClick={() => {
            setUnread(null);
            onChange(new Date().toISOString());
          }}
        />
      )}
      <span className="text-xs text-muted">{t.timeZone({ zone: zone.replaceAll('_', ' ') })}</span>
    </div>
  );
}

/** An ISO 8601 time as the value of a local time input; '' for any other text. */
function toLocalDateTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The value of a local time input as ISO 8601 in UTC; null when it's empty. */
function fromLocalDateTime(local: string): string | null {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
