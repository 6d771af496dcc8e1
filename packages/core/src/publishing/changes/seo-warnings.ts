import { type CollectionDocument, findSeoProblems, SEO_LINES, type Values } from '@stele/schema';
import { languageName } from '../../platform/language-name.ts';

interface SeoWarning {
  readonly code: 'seo.missing' | 'seo.too_long';
  readonly message: string;
  readonly path: (string | number)[];
}

/** A warning for each text for search engines that nothing stands in for, and for each that search engines cut. */
export function seoWarnings(
  collection: CollectionDocument,
  published: readonly (readonly [locale: string, values: Values])[],
): SeoWarning[] {
  return published.flatMap(([locale, values]) =>
    findSeoProblems(collection, values).map(({ part, width, path: at }): SeoWarning => {
      const path = ['values', locale, ...at];
      const language = languageName(locale);
      if (width === 0) return { code: 'seo.missing', message: `Search engines get no ${part} in ${language}.`, path };
      const message = `Search engines cut the ${part} in ${language}: it is ${width} pixels wide, and they show ${SEO_LINES[part].most}.`;
      return { code: 'seo.too_long', message, path };
    }),
  );
}
