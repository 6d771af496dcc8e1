import { checkValue } from './check-values.ts';
import type { FieldDocument, FieldShape, ShowCondition, ShowValue } from './document.ts';
import { fieldKind } from './field-types/kinds.ts';
import { COMPARABLE_TYPES } from './field-types/uses.ts';
import type { Issue } from './issues.ts';

/**
 * The fault of a condition, with the path within the condition; null when it makes sense.
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

/**
 * The keys of fields whose conditions lead back to them, through those of the fields that they name: the strongly connected components of
 * more than one field (Tarjan, 1972), in one walk over all conditions.
 */
export function dependentOnThemselves(fields: readonly FieldDocument[]): ReadonlySet<string> {
  const named = new Map(fields.map((field) => [field.key, (field.show_if ?? []).map((condition) => condition.field)]));
  const found = new Set<string>();
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const lowestOf = (key: string): number => lowest.get(key) ?? Number.POSITIVE_INFINITY;
  const visit = (key: string): void => {
    order.set(key, order.size);
    lowest.set(key, order.size - 1);
    open.push(key);
    for (const next of named.get(key) ?? []) {
      if (!named.has(next)) continue;
      if (!order.has(next)) visit(next);
      // A field that is closed already leads nowhere back.
      lowest.set(key, Math.min(lowestOf(key), lowestOf(next)));
    }
    if (lowest.get(key) !== order.get(key)) return;
    const component = open.splice(open.indexOf(key));
    for (const one of component) {
      lowest.delete(one);
      if (component.length > 1) found.add(one);
    }
  };
  for (const [key, conditions] of named) if (conditions.length > 0 && !order.has(key)) visit(key);
  return found;
}

function valuesOf(condition: Exclude<ShowCondition, { readonly set: boolean }>): [Issue['path'], ShowValue][] {
  if ('equals' in condition) return [[['equals'], condition.equals]];
  if ('not' in condition) return [[['not'], condition.not]];
  return condition.in.map((value, index) => [['in', index], value]);
}

/** The type that a condition compares with: for several choices, that of one. */
function itemOf(field: FieldShape): FieldShape {
  return fieldKind(field.type).item?.(field) ?? field;
}
