import { delivery as t } from '#messages/delivery';
import { Field } from '@/ui/field.tsx';
import { Checkbox, Input, Select } from '@/ui/input.tsx';
import type { PlatformField } from './platform-fields.ts';

const EVENTS = ['repository_dispatch', 'workflow_dispatch'] as const;

interface PlatformFieldViewProps {
  readonly field: PlatformField;
  readonly label: string;
  readonly help: string;
  readonly value: string | boolean;
  /** The part of a stored secret that may be shown; null when none is stored. */
  readonly stored: string | null;
  readonly isRemoved: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string | boolean) => void;
  readonly onRemove: (is: boolean) => void;
}

/** One setting of a platform, with where it's found. */
export function PlatformFieldView(props: PlatformFieldViewProps) {
  const { field, label, help, value, stored, isRemoved, error, onChange, onRemove } = props;
  if (field.control === 'checkbox') {
    return (
      <Checkbox
        label={label}
        className="min-h-8 max-sm:min-h-11"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label={label}
        help={
          <>
            {help}
            {stored !== null && <span className="block wrap-anywhere">{t.stored({ masked: stored })}</span>}
          </>
        }
        error={error}
      >
        {(control) =>
          field.control === 'event' ? (
            <Select
              {...control}
              value={String(value || EVENTS[0])}
              options={EVENTS.map((one) => [one, t.events[one]])}
              onChange={onChange}
            />
          ) : (
            <Input
              {...control}
              type={field.isSecret ? 'password' : 'text'}
              autoComplete="off"
              spellCheck={false}
              disabled={isRemoved}
              value={String(value)}
              onChange={(event) => onChange(event.target.value)}
            />
          )
        }
      </Field>
      {stored !== null && !field.isRequired && (
        <Checkbox
          label={t.removeStored}
          className="min-h-8 text-xs max-sm:min-h-11"
          checked={isRemoved}
          onChange={(event) => onRemove(event.target.checked)}
        />
      )}
    </div>
  );
}
