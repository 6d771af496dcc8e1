import { Checkbox } from '@/ui/input.tsx';

interface ChecklistFieldProps {
  readonly legend: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
}

/** Several of a few, each with a box to tick. */
export function ChecklistField({ legend, options, value, onChange }: ChecklistFieldProps) {
  const toggle = (one: string): void =>
    onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {options.map(([one, label]) => (
        <Checkbox
          key={one}
          label={label}
          className="cursor-pointer max-sm:min-h-11"
          checked={value.includes(one)}
          onChange={() => toggle(one)}
        />
      ))}
    </fieldset>
  );
}
