import { canonicalText } from '../canonical.ts';
import type { FieldDocument, FieldShape, Json, ShapeOf } from '../document.ts';
import { givenLabel } from '../document-schema.ts';
import type { ChangeLog } from './change-log.ts';
import type { FieldPlan, FieldsPlan, SchemaPath, ShapePlan } from './model.ts';

const KEEP: ShapePlan = { kind: 'keep' };

/** Compares fields, and works out what their values need. */
export class FieldDiffer {
  readonly #log: ChangeLog;

  constructor(log: ChangeLog) {
    this.#log = log;
  }

  fields(was: readonly FieldDocument[], now: readonly FieldDocument[], path: SchemaPath): FieldsPlan {
    const old = new Map(was.map((field) => [field.key, field]));
    const pairs = now.map((field) => ({ now: field, was: this.#previous(field, old, now, [...path, field.key]) }));
    const matched = new Set(pairs.map((pair) => pair.was?.key));
    const gone = was.filter(({ key }) => !matched.has(key));
    const fields = pairs.map((pair): FieldPlan => {
      const place = [...path, pair.now.key];
      return pair.was ? this.#compare(pair.was, pair.now, place) : this.#added(pair.now, place);
    });
    const removed = new Map(
      gone.map(({ key }) => {
        const place = [...path, key];
        return [key, this.#log.add('field.removed', place, `The field ${place.join('.')} goes away.`)];
      }),
    );
    this.#candidates(
      gone,
      pairs.flatMap((pair) => (pair.was ? [] : [pair.now])),
      path,
    );
    const kept = pairs.filter((pair) => pair.was?.key === pair.now.key).map((pair) => pair.now.key);
    const before = was.map(({ key }) => key).filter((key) => kept.includes(key));
    if (kept.join() !== before.join()) {
      this.#log.add('field.moved', path, `The fields of ${path.join('.')} come in another order.`);
    }
    const identity = removed.size === 0 && fields.every(keepsValues);
    return { fields, removed, identity };
  }

  #previous(
    now: FieldDocument,
    old: ReadonlyMap<string, FieldDocument>,
    after: readonly FieldDocument[],
    path: SchemaPath,
  ): FieldDocument | null {
    const same = old.get(now.key);
    if (same) return same;
    const from = this.#log.renamed('field', path) ?? now.renamed_from;
    if (from === undefined || after.some(({ key }) => key === from)) return null;
    return old.get(from) ?? null;
  }

  #added(field: FieldDocument, path: SchemaPath): FieldPlan {
    const suggestion =
      field.required && field.default !== undefined
        ? ({ kind: 'set_default', path, value: field.default } as const)
        : null;
    const needed = field.required ? ', and entries need it to be published' : '';
    this.#log.add('field.added', path, `The field ${path.join('.')} is new${needed}.`, suggestion);
    return this.#plan(field, field.key, null, KEEP, null, path);
  }

  #compare(was: FieldDocument, now: FieldDocument, path: SchemaPath): FieldPlan {
    const name = path.join('.');
    const renamed =
      was.key === now.key ? null : this.#log.add('field.renamed', path, `The field ${was.key} is now called ${name}.`);
    const words = ({ key, label, help, default: initial }: FieldDocument): string =>
      canonicalText({ label: givenLabel(key, label), help: help ?? null, initial: initial ?? null });
    if (words(was) !== words(now))
      this.#log.add('field.described', path, `The field ${name} is described in other words.`);
    if (!was.localized && now.localized) {
      this.#log.add('field.localized', path, `Each locale has its own ${name} from now on.`);
    }
    const share =
      was.localized && !now.localized
        ? this.#log.add('field.shared', path, `All locales share one ${name} from now on.`)
        : null;
    if (!was.required && now.required) {
      const initial = now.default;
      this.#log.add(
        'field.required',
        path,
        `Entries need ${name} to be published from now on.`,
        initial === undefined ? null : { kind: 'set_default', path, value: initial },
      );
    } else if (was.required && !now.required) {
      this.#log.add('field.loosened', path, `Entries no longer need ${name} to be published.`);
    }
    if (!was.unique && now.unique) {
      this.#log.add('field.unique', path, `No two entries may have the same ${name} from now on.`);
    } else if (was.unique && !now.unique) {
      this.#log.add('field.loosened', path, `Entries may have the same ${name}.`);
    }
    return this.#plan(now, was.key, renamed, this.#shape(was, now, path), share, path);
  }

  #plan(
    field: FieldDocument,
    from: string,
    renamed: string | null,
    plan: ShapePlan,
    share: string | null,
    path: SchemaPath,
  ): FieldPlan {
    const given = this.#log.migration('set_default', path);
    const fill = given
      ? {
          value: given.value,
          change: this.#log.add('default.set', path, `Entries without ${path.join('.')} get a value.`),
        }
      : null;
    return { key: field.key, from, renamed, plan, shape: field, fill, share };
  }

  #shape(was: FieldShape, now: FieldShape, path: SchemaPath): ShapePlan {
    const name = path.join('.');
    if (was.type !== now.type) {
      const suggestion = { kind: 'convert', path } as const;
      const message = `The type of ${name} changes from ${was.type} to ${now.type}.`;
      const change = this.#log.add('field.type_changed', path, message, suggestion);
      // Both are looked up, so that neither counts as asked for in vain.
      const drop = this.#log.migration('drop', path);
      this.#log.migration('convert', path);
      return drop ? { kind: 'drop', change } : { kind: 'convert', change, from: was, to: now };
    }
    switch (now.type) {
      case 'object':
        return nested(this.fields((was as ShapeOf<'object'>).fields, now.fields, path));
      case 'list':
        this.#constraints(was, now, path, ['of']);
        return nestedList(this.#shape((was as ShapeOf<'list'>).of, now.of, [...path, '[]']));
      case 'blocks':
        this.#constraints(was, now, path, ['types']);
        return this.#blocks(was as ShapeOf<'blocks'>, now, path);
      case 'select':
      case 'multiselect':
        this.#constraints(was, now, path, ['options']);
        return this.#options(was as typeof now, now, path);
      default:
        this.#constraints(was, now, path, []);
        return KEEP;
    }
  }

  #blocks(was: ShapeOf<'blocks'>, now: ShapeOf<'blocks'>, path: SchemaPath): ShapePlan {
    const types = new Map<string, FieldsPlan | string>();
    for (const old of was.types) {
      const type = now.types.find(({ key }) => key === old.key);
      const place = [...path, old.key];
      if (type) types.set(old.key, this.fields(old.fields, type.fields, place));
      else types.set(old.key, this.#log.add('block.removed', place, `The block ${place.join('.')} goes away.`));
    }
    for (const { key } of now.types) {
      if (types.has(key)) continue;
      this.#log.add('block.added', [...path, key], `The block ${[...path, key].join('.')} is new.`);
    }
    const identity = [...types.values()].every((plan) => typeof plan !== 'string' && plan.identity);
    return identity ? KEEP : { kind: 'blocks', types };
  }

  #options(
    was: ShapeOf<'select' | 'multiselect'>,
    now: ShapeOf<'select' | 'multiselect'>,
    path: SchemaPath,
  ): ShapePlan {
    const allowed = new Set(now.options.map(({ value }) => value));
    const removed = was.options.filter(({ value }) => !allowed.has(value)).map(({ value }) => value);
    if (removed.length === 0) {
      if (canonicalText(was.options) !== canonicalText(now.options)) {
        this.#log.add('field.loosened', path, `The options of ${path.join('.')} change; none goes away.`);
      }
      return KEEP;
    }
    const message = `${path.join('.')} loses the options ${removed.join(', ')}.`;
    const change = this.#log.add('field.options_removed', path, message);
    const mapped = this.#log.migration('map_options', path)?.options ?? {};
    return { kind: 'options', change, many: now.type === 'multiselect', allowed, mapped };
  }

  /** Tells rules that grow stricter from those that don't. */
  #constraints(was: FieldShape, now: FieldShape, path: SchemaPath, apart: readonly string[]): void {
    const rules = (shape: FieldShape): Record<string, Json | undefined> =>
      Object.fromEntries(Object.entries(shape).filter(([key]) => !BASE.has(key) && !apart.includes(key))) as Record<
        string,
        Json | undefined
      >;
    const [before, after] = [rules(was), rules(now)];
    const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (key) => canonicalText(before[key] ?? null) !== canonicalText(after[key] ?? null),
    );
    if (changed.length === 0) return;
    const name = path.join('.');
    if (changed.some((key) => !isLooser(key, before[key], after[key]))) {
      this.#log.add('field.constrained', path, `Stricter rules hold for ${name}: ${changed.join(', ')}.`);
    } else this.#log.add('field.loosened', path, `Looser rules hold for ${name}: ${changed.join(', ')}.`);
  }

  #candidates(gone: readonly FieldDocument[], fresh: readonly FieldDocument[], path: SchemaPath): void {
    for (const was of gone) {
      for (const now of fresh.filter(({ type }) => type === was.type)) {
        this.#log.candidates.push({ kind: 'field', path: [...path, now.key], from: was.key });
      }
    }
  }
}

const BASE = new Set([
  'key',
  'label',
  'help',
  'required',
  'localized',
  'unique',
  'default',
  'renamed_from',
  'type',
  'fields',
]);

/** Whether a rule allows all that it allowed before. */
function isLooser(rule: string, before: Json | undefined, after: Json | undefined): boolean {
  if (rule === 'source') return true;
  if (after === undefined) return true;
  if (before === undefined) return false;
  if (rule === 'min') return after !== null && before !== null && after <= before;
  if (rule === 'max') return after !== null && before !== null && after >= before;
  if (Array.isArray(before) && Array.isArray(after)) return before.every((item) => after.includes(item));
  return false;
}

function keepsValues({ renamed, plan, fill, share }: FieldPlan): boolean {
  return renamed === null && plan.kind === 'keep' && fill === null && share === null;
}

function nested(fields: FieldsPlan): ShapePlan {
  return fields.identity ? KEEP : { kind: 'object', fields };
}

function nestedList(of: ShapePlan): ShapePlan {
  return of.kind === 'keep' ? KEEP : { kind: 'list', of };
}
