import { isSameText, withoutMarks } from '@stele/schema';
import { LoaderError } from '../errors.ts';
import type { Held } from './content.ts';

/**
 * The wanted texts of fields, as published content and the API know them.
 *
 * @throws LoaderError `option_invalid` for a field without a text: it would find the first entry that lacks it
 */
export function heldOf(wanted: Readonly<Record<string, unknown>>): Held {
  const odd = Object.keys(wanted).find((field) => typeof wanted[field] !== 'string');
  if (odd === undefined) return withoutMarks(wanted as Held);
  throw new LoaderError('option_invalid', `Entries are found by texts, and ${odd} is none.`);
}

/** Whether values hold all wanted texts, in any form of Unicode. */
export function holds(values: Readonly<Record<string, unknown>>, wanted: Held): boolean {
  return Object.entries(wanted).every(([field, text]) => isSameText(withoutMarks(values[field]), text));
}
