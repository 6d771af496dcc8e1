import { ChecklistField } from './checklist-field.tsx';

/** Stands for all there are, also those that are added later. */
const ALL = '';

interface AllOrSomeFieldProps {
  readonly legend: string;
  /** Label of the choice of all. */
  readonly all: string;
  readonly known: readonly (readonly [value: string, label: string])[];
  /** Undefined for all. */
  readonly value: string[] | undefined;
  readonly onChange: (value: string[] | undefined) => void;
}

/** All of a kind, unless some are chosen. */
export function AllOrSomeField({ legend, all, known, value, onChange }: AllOrSomeFieldProps) {
  // Values that are gone from the project can still be taken out.
  const gone = (value ?? []).filter((one) => !known.some(([key]) => key === one)).map((one) => [one, one] as const);
  const choose = (chosen: string[]): void =>
    onChange(value && chosen.includes(ALL) ? undefined : chosen.filter((one) => one !== ALL));
  return (
    <ChecklistField
      legend={legend}
      options={[[ALL, all], ...(value ? [...known, ...gone] : [])]}
      value={value ?? [ALL]}
      onChange={choose}
    />
  );
}
