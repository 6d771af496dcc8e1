import { z } from 'zod';
import { present } from '../normal-form.ts';
import { key } from '../show-if-schema.ts';
import { normalized } from '../unicode.ts';
import { type Constraints, declared, type UniqueOptions } from './builder.ts';
import { count, pattern } from './constraints.ts';
import type { FieldDefinition } from './field-definition.ts';
import { MAX_SLUG, type SlugShape } from './slug.ts';

export const slugDefinition: FieldDefinition<SlugShape> = {
  constraints: () => ({
    source: key.optional(),
    path: z.boolean().optional(),
    pattern: pattern.optional(),
    max: count.optional(),
  }),
  normalise: (shape) => present<SlugShape>({ ...shape, path: shape.path || undefined }),
  checkSense(shape, path, sensing) {
    if (!shape.path || shape.pattern === undefined) return;
    sensing.say([...path, 'path'], 'A slug is a path, or has a pattern of its own. Write one of the two.');
  },
  isLooser(rule, was, now) {
    if (rule === 'source') return true;
    if (rule === 'path') return now.path === true;
    // A slug without a pattern keeps to the one that all slugs have.
    if (rule === 'pattern') return false;
    return rule === 'max' ? (now.max ?? MAX_SLUG) >= (was.max ?? MAX_SLUG) : undefined;
  },
  // Addresses are compared byte by byte.
  stored: (value) => (typeof value === 'string' ? normalized(value, 'NFC') : value),
};

/** The part of an address that names an entry; unique unless `unique` is false. */
export function slug<const O extends UniqueOptions<string> & Constraints<SlugShape>>(options?: O) {
  return declared<string, string, O>({ type: 'slug' }, options);
}
