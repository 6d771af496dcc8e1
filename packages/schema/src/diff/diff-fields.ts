import { canonicalText } from '../canonical.ts';
import { comparableBound, type FieldDocument, type FieldShape, type Json, shapeOf } from '../document.ts';
import { fieldDefinition } from '../field-types/definitions.ts';
import type { Comparing } from '../field-types/field-definition.ts';
import type { Holding } from '../field-types/field-kind.ts';
import { fieldKind } from '../field-types/kinds.ts';
import { inAnotherOrder } from './another-order.ts';
import { type ChangeLog, MAX_CANDIDATES } from './change-log.ts';
import { defaultChange, ruleChanges, shortText, wordChanges } from './change-messages.ts';
import { matchKeys } from './match-keys.ts';
import type { FieldPlan, FieldsPlan, SchemaPath, ShapePlan } from './model.ts';

/** Values whose own size has a least and a greatest one. */
const BOUNDED: readonly Holding[] = ['number', 'date', 'datetime'];

const KEEP: ShapePlan = { kind: 'keep' };

/** Compares fields, and plans what to do with their values. */
export class FieldDiffer implements Comparing {
  readonly log: ChangeLog;

  constructor(log: ChangeLog) {
    this.log = log;
  }

  fields(was: readonly FieldDocument[], now: readonly FieldDocument[], path: SchemaPath): FieldsPlan {
    const matched = matchKeys(was, now, (to, isFree) => this.log.renamed('field', [...path, to], isFree));
    const pairs = now.map((field) => ({ now: field, was: matched.get(field.key) }));
    const kept = new Set([...matched.values()].map(({ key }) => key));
    const gone = was.filter(({ key }) => !kept.has(key));
    const renamed = new Map([...matched].map(([key, old]) => [old.key, key]));
    const fields = pairs.map((pair): FieldPlan => {
      const place = [...path, pair.now.key];
      if (pair.was) this.#conditions(pair.was, pair.now, renamed, place);
      return pair.was ? this.#compare(pair.was, pair.now, place) : this.#added(pair.now, place);
    });
    const removed = new Map(
      gone.map(({ key }) => {
        const place = [...path, key];
        return [key, this.log.add('field.removed', place, `The field ${place.join('.')} goes away.`)];
      }),
    );
    this.#candidates(
      gone,
      pairs.flatMap((pair) => (pair.was ? [] : [pair.now])),
      path,
    );
    if (inAnotherOrder(was, now).length > 0) {
      this.log.add('field.moved', path, `The fields of ${path.join('.')} come in another order.`);
    }
    const identity = removed.size === 0 && fields.every(keepsValues);
    return { fields, removed, identity };
  }

  #added(field: FieldDocument, path: SchemaPath): FieldPlan {
    const suggestion =
      field.required && field.default !== undefined
        ? ({ kind: 'set_default', path, value: field.default } as const)
        : null;
    const given = this.log.migration('set_default', path);
    const needed = field.required ? ', and entries need it to be published' : '';
    const more = given ? `; existing entries get ${shortText(given.value)}` : needed;
    const change = this.log.add('field.added', path, `The field ${path.join('.')} is new${more}.`, suggestion);
    const fill = given && { value: given.value, change };
    return { key: field.key, from: field.key, renamed: null, plan: KEEP, shape: field, fill, share: null };
  }

  #compare(was: FieldDocument, now: FieldDocument, path: SchemaPath): FieldPlan {
    const name = path.join('.');
    const before = [...path.slice(0, -1), was.key].join('.');
    const renamed =
      was.key === now.key ? null : this.log.add('field.renamed', path, `The field ${before} is now called ${now.key}.`);
    for (const message of wordChanges(name, was, now)) this.log.add('field.described', path, message);
    const initially = defaultChange(name, was, now);
    if (initially !== null) this.log.add('field.default', path, initially);
    if (!was.localized && now.localized) {
      this.log.add('field.localized', path, `Each locale has its own ${name} from now on.`);
    }
    const share =
      was.localized && !now.localized
        ? this.log.add('field.shared', path, `All locales share one ${name} from now on.`)
        : null;
    if (!was.required && now.required) {
      const initial = now.default;
      this.log.add(
        'field.required',
        path,
        `Entries need ${name} to be published from now on.`,
        initial === undefined ? null : { kind: 'set_default', path, value: initial },
      );
    } else if (was.required && !now.required) {
      this.log.add('field.loosened', path, `Entries no longer need ${name} to be published.`);
    }
    if (!was.unique && now.unique) {
      this.log.add('field.unique', path, `No two entries may have the same ${name} from now on.`);
    } else if (was.unique && !now.unique) {
      this.log.add('field.loosened', path, `Entries may have the same ${name}.`);
    }
    const plan = this.shape(was, now, path);
    const given = this.log.migration('set_default', path);
    const fill = given && {
      value: given.value,
      change: this.log.add('default.set', path, `Entries without ${name} get a value.`),
    };
    return { key: now.key, from: was.key, renamed, plan, shape: now, fill, share };
  }

  /** Compares the conditions under which a field is shown, by the new keys of the fields that they name. @param renamed old key → new key */
  #conditions(was: FieldDocument, now: FieldDocument, renamed: ReadonlyMap<string, string>, path: SchemaPath): void {
    const before = was.show_if?.map((one) => ({ ...one, field: renamed.get(one.field) ?? one.field }));
    if (canonicalText(before ?? null) === canonicalText(now.show_if ?? null)) return;
    const name = path.join('.');
    const message = now.show_if
      ? `The field ${name} is shown under other conditions from now on.`
      : `The field ${name} is always shown from now on.`;
    this.log.add('field.shown', path, message);
  }

  /** Compares the type and constraints of a field or of a list's item. */
  shape(was: FieldShape, now: FieldShape, path: SchemaPath): ShapePlan {
    const name = path.join('.');
    if (was.type !== now.type) {
      const suggestion = { kind: 'convert', path } as const;
      const message = `The type of ${name} changes from ${was.type} to ${now.type}.`;
      const change = this.log.add('field.type_changed', path, message, suggestion);
      // Both are looked up, so that neither counts as asked for in vain.
      const drop = this.log.migration('drop', path);
      this.log.migration('convert', path);
      return drop ? { kind: 'drop', change } : { kind: 'convert', change, from: was, to: now };
    }
    const { apart = [], compare } = fieldDefinition(now.type);
    this.#constraints(was, now, path, apart);
    return compare?.(was, now, path, this) ?? KEEP;
  }

  /** Distinguishes rules that become stricter from others. */
  #constraints(was: FieldShape, now: FieldShape, path: SchemaPath, apart: readonly string[]): void {
    const rulesOf = (shape: FieldShape): Record<string, Json | undefined> =>
      Object.fromEntries(Object.entries(shapeOf(shape)).filter(([key]) => key !== 'type' && !apart.includes(key)));
    const [before, after] = [this.#followed(rulesOf(was)), rulesOf(now)];
    const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (key) => canonicalText(before[key] ?? null) !== canonicalText(after[key] ?? null),
    );
    if (changed.length === 0) return;
    const name = path.join('.');
    const rules = ruleChanges(changed, before, after);
    if (changed.some((key) => !isLooser(key, was, now, before[key], after[key]))) {
      this.log.add('field.constrained', path, `Stricter rules hold for ${name}: ${rules}.`);
    } else this.log.add('field.loosened', path, `Looser rules hold for ${name}: ${rules}.`);
  }

  /** Rules that name collections, by their new keys. */
  #followed(rules: Record<string, Json | undefined>): Record<string, Json | undefined> {
    const { collections } = rules;
    if (!Array.isArray(collections)) return rules;
    const names = collections.map((key) => this.log.renamedCollections.get(String(key)) ?? key);
    return { ...rules, collections: names };
  }

  #candidates(gone: readonly FieldDocument[], fresh: readonly FieldDocument[], path: SchemaPath): void {
    for (const was of gone) {
      for (const now of fresh.filter(({ type }) => type === was.type)) {
        if (this.log.candidates.length === MAX_CANDIDATES) return;
        this.log.candidates.push({ kind: 'field', path: [...path, now.key], from: was.key });
      }
    }
  }
}

/** Whether a rule still allows everything that it allowed before. */
function isLooser(
  rule: string,
  was: FieldShape,
  now: FieldShape,
  before: Json | undefined,
  after: Json | undefined,
): boolean {
  const own = fieldDefinition(now.type).isLooser?.(rule, was, now);
  if (own !== undefined) return own;
  if (rule === 'min') return leastOf(now) <= leastOf(was);
  if (rule === 'max') return greatestOf(now) >= greatestOf(was);
  if (after === undefined) return true;
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  return before.every((item) => after.includes(item) || after.includes(String(item).replace(/\/.*/, '/*')));
}

/** Numbers, dates and times may be negative; lengths and counts may not. */
function leastOf(shape: FieldShape): number {
  if ('min' in shape && shape.min !== undefined) return comparableBound(shape.min);
  return BOUNDED.includes(fieldKind(shape.type).holds) ? Number.NEGATIVE_INFINITY : 0;
}

function greatestOf(shape: FieldShape): number {
  return 'max' in shape && shape.max !== undefined ? comparableBound(shape.max) : Number.POSITIVE_INFINITY;
}

function keepsValues({ renamed, plan, fill, share }: FieldPlan): boolean {
  return renamed === null && plan.kind === 'keep' && fill === null && share === null;
}
