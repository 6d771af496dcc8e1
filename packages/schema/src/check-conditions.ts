import { checkValue } from './check-values.ts';
import {
  COMPARABLE_TYPES,
  type FieldDocument,
  type FieldShape,
  type ShowCondition,
  type ShowValue,
} from './document.ts';
import type { Issue } from './issues.ts';

/**
 * What's wrong with a condition, with the path within the condition; null when it makes sense.
 *
 * @param sibling the field that the condition names
 * @param shown the field that is shown by it; none for the path of a page
 */
export function conditionProblem(
  sibling: FieldDocument,
  condition: ShowCondition,
  shown?: FieldDocument,
): Issue | null {
  const say = (path: Issue['path'], message: string): Issue => ({ path, message });
  if (sibling.key === shown?.key) return say(['field'], 'A field cannot decide by itself whether it is shown.');
  if (sibling.localized && shown && !shown.localized) {
    return say(
      ['field'],
      `"${sibling.key}" differs by locale, and this field is shared by all: it can depend on shared fields only.`,
    );
  }
  if ('set' in condition) return null;
  if (!COMPARABLE_TYPES.includes(sibling.type)) {
    return say(['field'], `Of a field of the type ${sibling.type} a condition can only ask whether it is set.`);
  }
  for (const [path, value] of valuesOf(condition)) {
    const [issue] = checkValue(itemOf(sibling), value, 'draft');
    if (issue) return say(path, issue.message);
  }
  return null;
}

/** Whether a field's conditions lead back to it, through those of the fields that they name. */
export function dependsOnItself(field: FieldDocument, fields: readonly FieldDocument[]): boolean {
  const byKey = new Map(fields.map((one) => [one.key, one]));
  const seen = new Set<string>();
  const waiting = (field.show_if ?? []).map((condition) => condition.field).filter((key) => key !== field.key);
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (key === field.key) return true;
    if (seen.has(key)) continue;
    seen.add(key);
    waiting.push(...(byKey.get(key)?.show_if ?? []).map((condition) => condition.field));
  }
  return false;
}

function valuesOf(condition: Exclude<ShowCondition, { readonly set: boolean }>): [Issue['path'], ShowValue][] {
  if ('equals' in condition) return [[['equals'], condition.equals]];
  if ('not' in condition) return [[['not'], condition.not]];
  return condition.in.map((value, index) => [['in', index], value]);
}

/** The type that a condition compares with: for several choices, that of one. */
function itemOf(field: FieldShape): FieldShape {
  return field.type === 'multiselect' ? { type: 'select', options: field.options } : field;
}
