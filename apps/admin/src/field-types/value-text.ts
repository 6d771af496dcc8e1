import type { FieldShape, Json } from '@stele/schema';
import type { Messages } from '@/i18n/catalog.ts';
import type { Formats } from '@/i18n/formats.ts';

/** The words and formats in which values are written. */
export interface Telling {
  readonly words: Messages['changes'];
  readonly formats: Formats;
}

/** A value as text that a person can read and compare; '' for none. What has no such text is written as JSON. */
export function valueText(shape: FieldShape | null, value: Json | undefined, telling: Telling): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? telling.words.yes : telling.words.no;
  if (typeof value === 'number') return telling.formats.number(value);
  switch (shape?.type) {
    case 'datetime':
      return typeof value === 'string' ? telling.formats.moment(value) : '';
    case 'date':
      return typeof value === 'string' ? telling.formats.day(value) : '';
    case 'select':
      return shape.options.find((option) => option.value === value)?.label ?? String(value);
    case 'multiselect':
      return Array.isArray(value)
        ? value.map((one) => shape.options.find((option) => option.value === one)?.label ?? String(one)).join(', ')
        : '';
    case 'asset':
      return fileName(value);
    case 'assets':
      return Array.isArray(value) ? value.map(fileName).join(', ') : '';
    default:
      return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  }
}

/** What a file is called, and its text: published values hold both, drafts only the id. */
function fileName(value: Json): string {
  if (typeof value === 'string') return value;
  if (!value || typeof value !== 'object' || Array.isArray(value)) return '';
  const { asset, filename = asset, alt } = value as { asset?: Json; filename?: Json; alt?: Json };
  return [filename, alt].filter((one) => typeof one === 'string' && one !== '').join(': ');
}
