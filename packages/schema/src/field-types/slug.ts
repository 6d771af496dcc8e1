import type { FieldKind } from './field-kind.ts';

export interface SlugShape {
  readonly type: 'slug';
  readonly source?: string;
  /** Whether it's a path as files have: `2023/release_2`. */
  readonly path?: boolean;
  /** The rule that slugs keep to instead of the usual one. */
  readonly pattern?: string;
  readonly max?: number;
}

/** How many characters a slug may have unless its field says otherwise. */
export const MAX_SLUG = 200;

/** A slug unless the field has a pattern of its own: words of letters and digits, separated by hyphens. */
const SLUG = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u;

/** A slug that is a path: names of files as addresses have them, with slashes between. */
const PATH = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}_-]+(?:\/[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}_-]+)*$/u;

export const slugKind: FieldKind<SlugShape> = {
  holds: 'text',
  usableFor: ['title', 'unique', 'order', 'conditions', 'address'],
  check({ max = MAX_SLUG, pattern, path: isPath }, value, path, checking) {
    if (!checking.isText(value, path) || !checking.isStrict || value === '') return;
    checking.characters({ max }, value, path);
    if (pattern !== undefined) checking.pattern(pattern, value, path);
    else if (isPath) checking.is(PATH.test(value), path, checking.messages.path);
    else checking.is(SLUG.test(value), path, checking.messages.slug);
  },
};
