import { checkRichtext, type EmbedProvider, isBlankRichtext, type VideoProvider } from '../richtext/index.ts';
import type { FieldKind } from './field-kind.ts';

export interface RichtextShape {
  readonly type: 'richtext';
  /** Kinds of nodes and marks that may be used; all by default. */
  readonly allow?: readonly string[];
  /** Collections that links and embeds may point into; all by default. */
  readonly collections?: readonly string[];
  /** Choices for each picture; none by default. */
  readonly pictures?: PictureChoices;
  /** Sites whose videos may be shown; none by default. */
  readonly videos?: readonly VideoProvider[];
  /** Sites whose pages may be embedded by oEmbed; none by default. */
  readonly embeds?: readonly EmbedProvider[];
}

/** How pictures in rich text may be shown. A website decides what it means. */
interface PictureChoices {
  /** Names of sizes, such as `small`. */
  readonly sizes?: readonly string[];
  /** Whether pictures may stand at the start, in the middle or at the end. */
  readonly align?: boolean;
}

export const richtextKind: FieldKind<RichtextShape> = {
  holds: 'richtext',
  isLong: true,
  prose: 'richtext',
  merge: 'richtext',
  isBlank: (_shape, value) => isBlankRichtext(value),
  check(shape, value, path, checking) {
    for (const issue of checkRichtext(value, checking.isStrict ? shape : null)) {
      checking.say([...path, ...issue.path], issue.message);
    }
  },
};
