import { Checkbox } from '@/ui/input.tsx';

interface CheckListProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** Any of a few, each with a box. */
export function CheckList<Value extends string>({ legend, options, chosen, onChange }: CheckListProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-muted">{legend}</legend>
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={<span className="min-w-0 wrap-anywhere">{label}</span>}
          className="min-h-8 max-sm:min-h-11"
          checked={chosen.includes(value)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
      ))}
    </fieldset>
  );
}
