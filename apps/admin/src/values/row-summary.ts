import { type FieldDocument, fieldKind, type Json, richtextText } from '@stele/schema';

/** Most characters of a summary, which has one line. */
const MAX = 120;

/** The summary of a list's item, on one line: its first text that was written, or else chosen; '' when it has none. */
export function rowSummary(fields: readonly FieldDocument[], value: Json | undefined): string {
  if (!value || typeof value !== 'object' || Array.isArray(value)) return '';
  const values = value as Readonly<Record<string, Json>>;
  const texts = fields.filter(({ type }) => {
    const { prose, usableFor = [] } = fieldKind(type);
    return prose !== undefined || usableFor.includes('title');
  });
  // Something written names it better than what was chosen from a list.
  const isChosen = (field: FieldDocument): boolean => 'options' in field;
  for (const field of [...texts.filter((one) => !isChosen(one)), ...texts.filter(isChosen)]) {
    const text = textOf(field, values[field.key]);
    if (text !== '') return text;
  }
  for (const field of fields) {
    const own = values[field.key];
    if (field.type === 'object') {
      const text = rowSummary(field.fields, own);
      if (text !== '') return text;
    }
    if (['number', 'date'].includes(fieldKind(field.type).holds)) {
      if (own !== undefined && own !== null) return `${field.label}: ${String(own)}`;
    }
  }
  return '';
}

function textOf(field: FieldDocument, value: Json | undefined): string {
  if ('options' in field) {
    return field.options.find((option) => option.value === value)?.label ?? (typeof value === 'string' ? value : '');
  }
  const text = field.type === 'richtext' ? richtextText(value) : typeof value === 'string' ? value : '';
  const line = text
    .slice(0, MAX * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= MAX ? line : `${line.slice(0, MAX).trimEnd()}…`;
}
