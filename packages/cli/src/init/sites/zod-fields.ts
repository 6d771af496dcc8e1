import type { Json } from '@stele/schema';
import type { AnyNode, CallExpression } from 'acorn';
import { bare, type Code, importedAs, keyOf, literalOf, resolved, returned } from '../code/read-code.ts';

/** A field in a schema of Zod. */
export interface ZodField {
  readonly key: string;
  /** Missing when it's of a kind that says nothing certain. */
  readonly type?: ZodType;
  /** The choices of `select` and `multiselect`. */
  readonly options?: readonly string[];
  /** The collection of Astro that it refers to. */
  readonly to?: string;
  /** Whether front matter may lack it, or leave it empty. */
  readonly isOptional: boolean;
  /** Whether front matter has to say null where it's empty. */
  readonly isNull?: boolean;
  /** Default for missing front matter. */
  readonly default?: Json;
}

type ZodType =
  | 'text'
  | 'url'
  | 'email'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'asset'
  | 'select'
  | 'multiselect'
  | 'list'
  | 'json'
  | 'object'
  | 'reference';

type Known = Omit<ZodField, 'key'>;

const NOTHING: Known = { isOptional: false };

/** Modules that export `z`. */
const ZOD = new Set(['astro/zod', 'astro:content', 'astro:schema', 'zod', 'zod/v4', 'zod/v3']);

/** The kinds that `z.NAME()`, or `z.coerce.NAME()`, stands for. */
const TYPES: Readonly<Record<string, ZodType>> = {
  string: 'text',
  url: 'url',
  email: 'email',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  date: 'date',
  object: 'object',
  record: 'json',
};

/** The fields of a schema in Zod: an object, or a function that returns one; null when it has another form. */
export function zodFields(code: Code, schema: AnyNode | null): readonly ZodField[] | null {
  const object = objectIn(code, returned(schema));
  if (object === null) return null;
  const fields: ZodField[] = [];
  for (const property of object.properties) {
    const key = property.type === 'Property' ? keyOf(property) : null;
    if (property.type !== 'Property' || key === null) return null;
    fields.push({ key, ...knownOf(code, property.value) });
  }
  return fields;
}

/** The object of `z.object({ … })`, whatever is called on it. */
function objectIn(code: Code, node: AnyNode | null): Extract<AnyNode, { type: 'ObjectExpression' }> | null {
  const call = resolved(code, node);
  if (call?.type !== 'CallExpression') return null;
  const name = zodName(code, call);
  const fields = bare(call.arguments[0]);
  if (name !== null && /^(strict|loose)?object$/i.test(name))
    return fields?.type === 'ObjectExpression' ? fields : null;
  // extend() and the like add fields that aren't seen here.
  const method = methodOf(call);
  return method && !/^(extend|merge|omit|pick|partial|and|or|pipe|safeExtend)$/.test(method.name)
    ? objectIn(code, method.object)
    : null;
}

/** A field's properties by an expression of Zod. */
function knownOf(code: Code, node: AnyNode | null): Known {
  const call = resolved(code, node);
  if (call?.type !== 'CallExpression') return NOTHING;
  const [first] = call.arguments;
  if (call.callee.type === 'Identifier') {
    if (call.callee.name === 'image') return { type: 'asset', isOptional: false };
    const to = literalOf(first ?? null);
    const isReference = importedAs(code, call.callee.name)?.name === 'reference';
    return isReference && typeof to === 'string' ? { type: 'reference', to, isOptional: false } : NOTHING;
  }
  const name = zodName(code, call);
  if (name !== null) return known(code, name, first ?? null);
  const method = methodOf(call);
  if (method === null) return NOTHING;
  const inner = knownOf(code, method.object);
  switch (method.name) {
    case 'optional':
    case 'nullish':
      return { ...inner, isOptional: true, isNull: false };
    case 'nullable':
      return nullable(inner);
    case 'default':
    case 'catch':
    case 'prefault':
      return { ...inner, isOptional: true, isNull: false, ...withDefault(first ?? null) };
    case 'array':
      return listOf(inner);
    case 'int':
      return { ...inner, type: 'integer' };
    case 'url':
    case 'email':
      return { ...inner, type: method.name };
    case 'or':
    case 'and':
    case 'pipe':
      return { isOptional: inner.isOptional, ...(inner.isNull && { isNull: true }) };
    default:
      return inner;
  }
}

/** A field's properties by `z.NAME(…)`. */
function known(code: Code, name: string, first: AnyNode | null): Known {
  const type = TYPES[name];
  if (type) return { type, isOptional: false };
  switch (name) {
    case 'optional':
    case 'nullish':
      return { ...knownOf(code, first), isOptional: true, isNull: false };
    case 'nullable':
      return nullable(knownOf(code, first));
    case 'enum': {
      const options = textsIn(literalOf(resolved(code, first)));
      return options ? { type: 'select', options, isOptional: false } : NOTHING;
    }
    case 'literal': {
      const options = textsIn([literalOf(first)]);
      return options ? { type: 'select', options, isOptional: false } : NOTHING;
    }
    case 'union': {
      const list = resolved(code, first);
      const members = list?.type === 'ArrayExpression' ? list.elements.map((one) => knownOf(code, one)) : [];
      const options = members.flatMap((one) => (one.type === 'select' ? (one.options ?? []) : []));
      return options.length > 0 && options.length === members.length
        ? { type: 'select', options, isOptional: false }
        : NOTHING;
    }
    case 'array':
      return listOf(knownOf(code, first));
    default:
      return NOTHING;
  }
}

/** A field that may be null, and may not be missing unless it might before. */
function nullable(inner: Known): Known {
  return { ...inner, isOptional: true, isNull: inner.isNull ?? !inner.isOptional };
}

/** The properties of a list whose items have the given ones. */
function listOf({ type, options, to }: Known): Known {
  if (type === 'select' && options) return { type: 'multiselect', options, isOptional: false };
  if (type === 'text') return { type: 'list', isOptional: false };
  return type === 'reference' && to !== undefined ? { type: 'list', to, isOptional: false } : NOTHING;
}

function withDefault(node: AnyNode | null): { readonly default?: Json } {
  const value = literalOf(node);
  return value === undefined || value === null ? {} : { default: value as Json };
}

function textsIn(values: unknown): readonly string[] | null {
  return Array.isArray(values) && values.length > 0 && values.every((one) => typeof one === 'string') ? values : null;
}

/** The NAME of `z.NAME(…)` or `z.coerce.NAME(…)`. */
function zodName(code: Code, { callee }: CallExpression): string | null {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null;
  const { object } = callee;
  const root = object.type === 'MemberExpression' && object.property.type === 'Identifier' ? object : null;
  if (root && root.property.type === 'Identifier' && root.property.name !== 'coerce') return null;
  const from = root ? root.object : object;
  if (from.type !== 'Identifier') return null;
  return ZOD.has(importedAs(code, from.name)?.module ?? '') ? callee.property.name : null;
}

/** The method that a call calls, and on what. */
function methodOf({ callee }: CallExpression): { readonly name: string; readonly object: AnyNode } | null {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return null;
  return { name: callee.property.name, object: callee.object };
}
