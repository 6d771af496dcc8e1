import type { FieldDocument, FieldType } from '@stele/schema';

/** How a field is compared. */
export type FilterOperator = 'is' | 'contains' | 'gte' | 'lte' | 'empty' | 'filled';

/** A condition of the list on a field. */
export interface FilterCondition {
  readonly key: string;
  readonly operator: FilterOperator;
  /** '' where the operator takes none. */
  readonly value: string;
}

const TEXTS: readonly FieldType[] = ['text', 'textarea', 'slug', 'email', 'url', 'color'];
const CHOICES: readonly FieldType[] = ['select', 'multiselect', 'boolean', 'reference', 'references'];
const NUMBERS: readonly FieldType[] = ['number', 'integer'];
const TIMES: readonly FieldType[] = ['date', 'datetime'];

/** What can be asked of a field, the usual first. */
export function operatorsOf({ type }: FieldDocument): readonly FilterOperator[] {
  const compared: readonly FilterOperator[] = TEXTS.includes(type)
    ? ['contains', 'is']
    : CHOICES.includes(type)
      ? ['is']
      : NUMBERS.includes(type)
        ? ['is', 'gte', 'lte']
        : TIMES.includes(type)
          ? ['gte', 'lte']
          : [];
  return [...compared, 'filled', 'empty'];
}

/** Whether an operator compares with a value. */
export function takesValue(operator: FilterOperator): boolean {
  return operator !== 'empty' && operator !== 'filled';
}

/** The conditions in an address, in the form of the API: `price:gte:10,kind:is:news`. */
export function parseFilter(text: string | null): readonly FilterCondition[] {
  if (!text) return [];
  return text.split(',').map((part) => {
    const [key = '', operator = '', ...value] = part.split(':');
    return { key, operator: operator as FilterOperator, value: decoded(value.join(':')) };
  });
}

/** Conditions as an address has them; null for none. */
export function filterText(conditions: readonly FilterCondition[]): string | null {
  const parts = conditions.map(({ key, operator, value }) =>
    takesValue(operator) ? `${key}:${operator}:${value.replace(/[%,]/g, encodeURIComponent)}` : `${key}:${operator}`,
  );
  return parts.join(',') || null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
