import type { FieldDocument } from '@stele/schema';

/** Fields that are shown together. */
interface FormSection {
  /** Heading of the fields; null for a field that stands by itself. */
  readonly group: string | null;
  readonly fields: readonly FieldDocument[];
}

/** A tab of a form. */
export interface FormTab {
  /** As the schema has it; '' for the fields that name none. */
  readonly name: string;
  readonly fields: readonly FieldDocument[];
}

/** Fields by their groups, which come where their first field is. */
export function sectionsOf(fields: readonly FieldDocument[]): readonly FormSection[] {
  return fields.flatMap((field, index): FormSection[] => {
    const { group } = field;
    if (group === undefined) return [{ group: null, fields: [field] }];
    const isFirst = fields.findIndex((one) => one.group === group) === index;
    return isFirst ? [{ group, fields: fields.filter((one) => one.group === group) }] : [];
  });
}

/** Fields by their tabs: first those that name none, then the others in the order of their first fields. */
export function tabsOf(fields: readonly FieldDocument[]): readonly FormTab[] {
  const names = new Set(fields.map(({ tab = '' }) => tab));
  return [...names]
    .sort((a, b) => Number(a !== '') - Number(b !== ''))
    .map((name) => ({ name, fields: fields.filter(({ tab = '' }) => tab === name) }));
}
