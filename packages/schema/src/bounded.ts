import { z } from 'zod';

/** A list whose items aren't looked at when there are too many of them. */
const BoundedArray: z.core.$constructor<z.ZodArray> = z.core.$constructor('BoundedArray', (inst, def) => {
  z.ZodArray.init(inst, def);
  const { parse } = inst._zod;
  inst._zod.parse = (payload, ctx) => {
    const { maximum = Number.POSITIVE_INFINITY } = inst._zod.bag as { maximum?: number };
    // The check of the length comes behind, and says what's wrong.
    return Array.isArray(payload.value) && payload.value.length > maximum ? payload : parse(payload, ctx);
  };
});

/** An object whose keys aren't looked at when there are too many of them. */
const BoundedRecord: z.core.$constructor<z.ZodRecord> = z.core.$constructor('BoundedRecord', (inst, def) => {
  z.ZodRecord.init(inst, def);
  const { parse } = inst._zod;
  inst._zod.parse = (payload, ctx) => {
    const { value } = payload;
    const { maximum } = def as typeof def & { maximum: number };
    if (!z.core.util.isPlainObject(value) || Object.keys(value).length <= maximum) return parse(payload, ctx);
    payload.issues.push({ code: 'too_big', origin: 'object', maximum, inclusive: true, input: value, inst });
    return payload;
  };
});

/**
 * A list of at most `max` items. One that is longer is refused before its items are looked at: zod would gather the
 * issues of all of them first.
 */
export function boundedArray<Item extends z.ZodType>(
  item: Item,
  { min = 0, max }: { readonly min?: number; readonly max: number },
): z.ZodArray<Item> {
  const list = new BoundedArray({ type: 'array', element: item }).max(max);
  return (min > 0 ? list.min(min) : list) as z.ZodArray<Item>;
}

/** An object of at most `max` keys, as `boundedArray` is a list. */
export function boundedRecord<Key extends z.ZodType<string, string>, Value extends z.ZodType>(
  key: Key,
  value: Value,
  max: number,
): z.ZodRecord<Key, Value> {
  const def = { type: 'record', keyType: key, valueType: value, maximum: max } as const;
  return new BoundedRecord(def) as z.ZodRecord<Key, Value>;
}
