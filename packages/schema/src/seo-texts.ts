import type { CollectionDocument, Values } from './document.ts';
import { isSeoField, seoPartsOf } from './field-types/seo.ts';
import type { Path } from './issues.ts';
import { isShown, withoutHidden } from './show-if.ts';

/**
 * Widths of printable ASCII characters from the space on, in thousandths of the font size: those of Helvetica in Adobe's font
 * metrics, which Arial shares.
 */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
const WIDE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Extended_Pictographic}]/u;
const USUAL = 556;

/** Font sizes of a search result, and the widths at which its texts are cut, as Google shows it on a wide screen; in pixels. */
export const SEO_LINES = {
  title: { size: 20, most: 580 },
  description: { size: 14, most: 920 },
} as const;

/** How wide a text is in a search result, in pixels. */
export function seoWidth(part: keyof typeof SEO_LINES, text: string): number {
  let width = 0;
  for (const sign of text.normalize('NFD')) {
    if (/\p{M}/u.test(sign)) continue;
    width += WIDTHS[(sign.codePointAt(0) ?? 0) - 32] ?? (WIDE.test(sign) ? 1000 : USUAL);
  }
  return Math.round((width * SEO_LINES[part].size) / 1000);
}

/** A text for search engines that is missing, or wider than they show; `width` is in pixels. */
interface SeoProblem {
  readonly path: Path;
  readonly part: keyof typeof SEO_LINES;
  readonly width: number;
}

/** Problems of an entry's texts for search engines, with those that other fields give. Pages that are hidden have none. */
export function findSeoProblems(collection: CollectionDocument, values: Values): SeoProblem[] {
  const shown = withoutHidden(collection.fields, values);
  return collection.fields.filter(isSeoField).flatMap((field) => {
    const { own, others } = seoPartsOf(collection, field, shown);
    if (!isShown(field, collection.fields, values) || own.noindex === true) return [];
    return (['title', 'description'] as const).flatMap((part) => {
      const width = seoWidth(part, String(own[part] ?? others[part] ?? ''));
      return width > 0 && width <= SEO_LINES[part].most ? [] : [{ path: [field.key, part], part, width }];
    });
  });
}
