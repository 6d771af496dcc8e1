import { useId } from 'react';

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly help: string }[];
  readonly onChange: (value: Value) => void;
}

/** A choice of one among a few options, each with its meaning in words. */
export function Choice<Value extends string>({ legend, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex cursor-pointer items-start gap-3 rounded-md border px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-describedby={`${name}-${option.value}`}
            aria-label={option.label}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span>
            <span className="block text-sm font-medium">{option.label}</span>
            <span id={`${name}-${option.value}`} className="block text-xs text-muted">
              {option.help}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
