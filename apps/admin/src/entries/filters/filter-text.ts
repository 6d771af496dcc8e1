import type { FieldDocument } from '@stele/schema';
import type { FilterOperator } from '@/field-types/field-view.ts';
import { viewOf } from '@/field-types/views.ts';

/** A condition of the list on a field. */
export interface FilterCondition {
  readonly key: string;
  readonly operator: FilterOperator;
  /** '' where the operator takes none. */
  readonly value: string;
}

/** The operators of a field, the usual first. */
export function operatorsOf({ type }: FieldDocument): readonly FilterOperator[] {
  return [...(viewOf(type).operators ?? []), 'filled', 'empty'];
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
