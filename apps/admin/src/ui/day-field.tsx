import { type Control, type FieldValues, type Path, type RegisterOptions, useController } from 'react-hook-form';
import { DayInput, DayTimeInput } from './day-input.tsx';
import { Field } from './field.tsx';

interface DayFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: Path<Values>;
  readonly rules?: Pick<RegisterOptions<Values>, 'required'>;
  readonly label: string;
  readonly help?: string;
  /** The server's error about it. */
  readonly problem?: string | undefined;
  readonly hasTime?: boolean;
}

/** A day of a form that is sent to the API, or a day with a time. */
export function DayField<Values extends FieldValues>(props: DayFieldProps<Values>) {
  const { control, name, rules = {}, label, help, problem, hasTime = false } = props;
  const { field, fieldState } = useController({ control, name, rules });
  const Input = hasTime ? DayTimeInput : DayInput;
  return (
    <Field label={label} help={help} error={fieldState.error?.message ?? problem}>
      {(ids) => <Input {...ids} {...field} label={label} className="max-w-72" />}
    </Field>
  );
}
