import {
  type CollectionDocument,
  isObject,
  isSeoField,
  isShown,
  ownValue,
  SEO_LINES,
  seoFallbacks,
  seoWidth,
  type Values,
} from '@stele/schema';
import { languageName } from '../../platform/language-name.ts';

const TEXTS = ['title', 'description'] as const;

interface SeoWarning {
  readonly code: 'seo.missing' | 'seo.too_long';
  readonly message: string;
  readonly path: string[];
}

/** A warning for each text for search engines that nothing stands in for, and for each that search engines cut. */
export function seoWarnings(
  collection: CollectionDocument,
  published: readonly (readonly [locale: string, values: Values])[],
): SeoWarning[] {
  return collection.fields.filter(isSeoField).flatMap((field) =>
    published.flatMap(([locale, values]) => {
      const own = ownValue(values, field.key);
      const texts = isObject(own) ? own : {};
      if (!isShown(field, collection.fields, values) || texts.noindex === true) return [];
      const others = seoFallbacks(collection, field, values);
      return TEXTS.flatMap((part): SeoWarning[] => {
        const given = texts[part];
        const text = String((typeof given === 'string' && given.trim() !== '' ? given : others[part]) ?? '');
        const path = ['values', locale, field.key, part];
        const width = seoWidth(part, text);
        const { most } = SEO_LINES[part];
        if (text === '') {
          const message = `Search engines get no ${part} in ${languageName(locale)}.`;
          return [{ code: 'seo.missing', message, path }];
        }
        if (width <= most) return [];
        const message = `Search engines cut the ${part} in ${languageName(locale)}: it is ${width} pixels wide, and they show ${most}.`;
        return [{ code: 'seo.too_long', message, path }];
      });
    }),
  );
}
