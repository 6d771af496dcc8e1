import { checkRichtext, isBlankRichtext } from '../richtext/index.ts';
import type { FieldKind } from './field-kind.ts';

export interface RichtextShape {
  readonly type: 'richtext';
  /** Kinds of nodes and marks that may be used; all by default. */
  readonly allow?: readonly string[];
  /** Collections that links and embeds may point into; all by default. */
  readonly collections?: readonly string[];
}

export const richtextKind: FieldKind<RichtextShape> = {
  holds: 'richtext',
  isLong: true,
  prose: 'richtext',
  merge: 'richtext',
  isBlank: (_shape, value) => isBlankRichtext(value),
  check(shape, value, path, checking) {
    for (const issue of checkRichtext(value, checking.isStrict ? shape : { type: 'richtext' })) {
      checking.say([...path, ...issue.path], issue.message);
    }
  },
};
