import { folded } from '@stele/schema';
import type { ListWords } from '#messages/list';
import { viewOf } from '@/field-types/views.ts';
import type { Filter, FilterValue } from './filters.ts';

/** Pairs that are offered at most. */
const MOST_PAIRS = 12;

/** Values that a typed text finds, whatever their filter: all of its words are in theirs, one of them in the value's. */
export function pairsFor(filters: readonly Filter[], typed: string, list: ListWords): readonly FilterValue[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const fits = ({ label, text }: FilterValue): boolean => {
    const [own, all] = [folded(label), folded(`${text} ${label}`)];
    return words.every((word) => all.includes(word)) && words.some((word) => own.includes(word));
  };
  const begins = ({ label }: FilterValue): boolean => folded(label).startsWith(words.at(-1) ?? '');
  const found = filters.flatMap(({ values }) => values.filter(fits));
  const aimed = aimedAt(filters, typed, list);
  const value = aimed?.rest ?? typed.trim();
  const texts = (aimed ? [aimed.filter] : filters).flatMap(({ field, label }) =>
    field && viewOf(field.type).operators?.[0] === 'contains'
      ? [
          {
            label: value,
            text: `${label} ${list.operators.contains} ${value}`,
            sets: { key: field.key, operator: 'contains' as const, value },
          },
        ]
      : [],
  );
  return [
    ...[...found.filter(begins), ...found.filter((one) => !begins(one))].slice(0, MOST_PAIRS),
    ...texts.slice(0, 3),
  ];
}

/** Filters and values whose names have a typed text in them. */
export function named<Named extends { readonly label: string }>(
  all: readonly Named[],
  typed: string,
): readonly Named[] {
  return all.filter(({ label }) => folded(label).includes(folded(typed.trim())));
}

/**
 * The field that a typed text begins with, and what is typed of its value: `author is ada` and `author ada` are about the author.
 *
 * @returns null when the text begins with no field
 */
export function aimedAt(
  filters: readonly Filter[],
  typed: string,
  { operators }: ListWords,
): { readonly filter: Filter; readonly rest: string } | null {
  const words = typed.trim().split(/\s+/);
  const after = (label: string): string[] | null => {
    const own = folded(label).split(/\s+/);
    return own.every((word, n) => folded(words[n] ?? '') === word) ? words.slice(own.length) : null;
  };
  const aims = filters.flatMap((filter) => {
    const rest = filter.field && after(filter.label);
    if (!rest) return [];
    const isOperator = [operators.is, operators.contains].some((one) => folded(one) === folded(rest[0] ?? ''));
    const value = rest.slice(isOperator ? 1 : 0).join(' ');
    return value === '' ? [] : [{ filter, rest: value }];
  });
  return aims.toSorted((a, b) => b.filter.label.length - a.filter.label.length)[0] ?? null;
}
