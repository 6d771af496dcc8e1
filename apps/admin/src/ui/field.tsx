import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';
import { Input } from './input.tsx';

/** Attributes that tie a control to its label, help and error. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** Shown at the label's end. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A label, a control, and below it help and what's wrong. */
export function Field({ label, help, error, aside, className, children }: FieldProps) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={cn('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside && <span className="text-xs text-muted">{aside}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-xs text-danger">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
          {error}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'className' | 'children'> & ComponentProps<typeof Input>;

/** A label and an input of one line. Other props go to the input. */
export function TextField({ label, help, error, aside, ...input }: TextFieldProps) {
  return (
    <Field label={label} help={help} error={error} aside={aside}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  );
}
