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
        <label key={value} className="flex min-h-8 items-center gap-2.5 text-sm max-sm:min-h-11">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
