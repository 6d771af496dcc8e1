import type { FieldDocument } from '@stele/schema';
import { useEffect, useRef, useState } from 'react';
import { changes } from '#messages/changes';
import { common } from '#messages/common';
import { fields as words } from '#messages/fields';
import { list as t } from '#messages/list';
import type { FilterOperator } from '@/field-types/field-view.ts';
import { viewOf } from '@/field-types/views.ts';
import { Button } from '@/ui/button.tsx';
import { DayInput } from '@/ui/day-input.tsx';
import { Input, Select } from '@/ui/input.tsx';
import { fieldAt, MOST_REFERENCES, stepsOf, useReadableSchema } from './filter-fields.ts';
import { type FilterCondition, operatorsOf, takesValue } from './filter-text.ts';

interface FilterFormProps {
  /** A collection with a field that can be asked about. */
  readonly collection: string;
  /** The way to the field to ask about: `author.country`. */
  readonly start: string;
  /** The condition to change; null for a new one. */
  readonly given: FilterCondition | null;
  readonly onApply: (condition: FilterCondition) => void;
  /** Called to choose the entry that a field is to refer to. */
  readonly onPick: (way: string) => void;
}

/** Asks which field of the entries that a field refers to, how to compare, and with what. */
export function FilterForm({ collection, start, given, onApply, onPick }: FilterFormProps) {
  const schema = useReadableSchema();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = (names: string): HTMLElement | null | undefined => form.current?.querySelector<HTMLElement>(names);
    (first('input') ?? first('button'))?.focus();
  }, []);
  const [way, setWay] = useState(start);
  const steps = stepsOf(schema, [collection], way).slice(0, MOST_REFERENCES + 1);
  const keys = way.split('.');
  const { field } = fieldAt(schema, collection, way);
  const operators = field ? operatorsOf(field) : [];
  const [asked, setOperator] = useState<FilterOperator | null>(given?.operator ?? null);
  const operator = operators.find((one) => one === asked) ?? operators[0] ?? 'filled';
  const [typed, setValue] = useState(given?.value ?? '');
  const choices = (field && viewOf(field.type).choices?.(field, changes)) ?? null;
  const value = choices ? (choices.find(([one]) => one === typed)?.[0] ?? choices[0]?.[0] ?? '') : typed;
  if (!field) return null;
  const isPicked = takesValue(operator) && viewOf(field.type).filterInput === 'entry';
  return (
    <form
      ref={form}
      className="flex flex-col gap-2 p-3 pt-0"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!takesValue(operator) || value !== '') onApply({ key: way, operator, value });
      }}
    >
      {steps.slice(1).map((step, before) => (
        <Select
          key={keys.slice(0, before + 1).join('.')}
          aria-label={t.fieldOf({ reference: steps[before]?.field?.label ?? '' })}
          value={step.field?.key ?? ''}
          options={[['', t.entryItself] as const, ...step.fields.map((one) => [one.key, one.label] as const)]}
          onChange={(next) => {
            setWay([...keys.slice(0, before + 1), ...(next === '' ? [] : [next])].join('.'));
            setOperator(null);
            setValue('');
          }}
        />
      ))}
      <Select
        aria-label={t.comparison}
        value={operator}
        options={operators.map((one) => [one, t.operators[one]] as const)}
        onChange={(next) => setOperator(next as FilterOperator)}
      />
      {takesValue(operator) &&
        !isPicked &&
        (choices ? (
          <Select aria-label={t.value} value={value} options={choices} onChange={setValue} />
        ) : (
          <ValueInput field={field} value={value} onChange={setValue} />
        ))}
      {isPicked ? (
        <Button variant="primary" label={words.chooseEntry} onClick={() => onPick(way)} />
      ) : (
        <Button type="submit" variant="primary" label={common.apply} disabled={takesValue(operator) && value === ''} />
      )}
    </form>
  );
}

interface ValueInputProps {
  readonly field: FieldDocument;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ValueInput({ field, value, onChange }: ValueInputProps) {
  const { filterInput = 'text' } = viewOf(field.type);
  if (filterInput === 'date')
    return <DayInput label={t.value} aria-label={t.value} value={value} onChange={onChange} />;
  return (
    <Input
      aria-label={t.value}
      type={filterInput}
      {...(filterInput === 'number' && { step: 'any' })}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
