import type { FieldDocument } from '@stele/schema';
import { useState } from 'react';
import { useMessages } from '@/i18n/language-context.ts';
import { Button } from '@/ui/button.tsx';
import { Input, Select } from '@/ui/input.tsx';
import { type FilterCondition, type FilterOperator, operatorsOf, takesValue } from './filter-text.ts';

interface FilterFormProps {
  /** Fields that can be asked about, at least one. */
  readonly fields: readonly FieldDocument[];
  /** The condition to change; null for a new one. */
  readonly given: FilterCondition | null;
  readonly onApply: (condition: FilterCondition) => void;
  /** Called to choose the entry that a field is to refer to. */
  readonly onPick: (key: string) => void;
}

/** Asks which field to compare, how, and with what. */
export function FilterForm({ fields, given, onApply, onPick }: FilterFormProps) {
  const { list: t, common, changes, fields: words } = useMessages();
  const [key, setKey] = useState(given?.key ?? fields[0]?.key ?? '');
  const field = fields.find((one) => one.key === key) ?? fields[0];
  const operators = field ? operatorsOf(field) : [];
  const [asked, setOperator] = useState<FilterOperator | null>(given?.operator ?? null);
  const operator = operators.find((one) => one === asked) ?? operators[0] ?? 'filled';
  const [typed, setValue] = useState(given?.value ?? '');
  const choices = field ? choicesOf(field, [changes.yes, changes.no]) : null;
  const value = choices ? (choices.find(([one]) => one === typed)?.[0] ?? choices[0]?.[0] ?? '') : typed;
  if (!field) return null;
  const isPicked = takesValue(operator) && (field.type === 'reference' || field.type === 'references');
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (!takesValue(operator) || value !== '') onApply({ key: field.key, operator, value });
      }}
    >
      <Select
        aria-label={t.field}
        value={field.key}
        options={fields.map((one) => [one.key, one.label] as const)}
        onChange={(next) => {
          setKey(next);
          setOperator(null);
          setValue('');
        }}
      />
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
        <Button variant="primary" label={words.chooseEntry} onClick={() => onPick(field.key)} />
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
  const t = useMessages().list;
  const isTime = field.type === 'date' || field.type === 'datetime';
  const isNumber = field.type === 'number' || field.type === 'integer';
  return (
    <Input
      aria-label={t.value}
      type={isTime ? 'date' : isNumber ? 'number' : 'text'}
      {...(isNumber && { step: 'any' })}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The values to choose from; null for a field that takes any value. */
function choicesOf(
  field: FieldDocument,
  [yes, no]: readonly [string, string],
): readonly (readonly [string, string])[] | null {
  if (field.type === 'boolean')
    return [
      ['true', yes],
      ['false', no],
    ];
  if (field.type !== 'select' && field.type !== 'multiselect') return null;
  return field.options.map((option) => [option.value, option.label] as const);
}
