import { type CollectionDocument, type FieldValues, previewCases, previewTemplate } from '@stele/schema';
import { usePagePath } from './use-page-path.ts';
import { usePublicSite } from './use-public-site.ts';

/**
 * The public address of an entry's page in a language; null where there is none, and while it isn't known.
 *
 * @param values the values in the language; null for none
 */
export function usePageUrl(collection: CollectionDocument, locale: string, values: FieldValues | null): string | null {
  const template = values && previewTemplate(previewCases(collection, locale), collection, values);
  const site = usePublicSite(template !== null);
  const address = usePagePath(template, locale, values ?? {});
  return site !== null && address !== null && typeof address === 'object' && 'path' in address
    ? `${site}${address.path}`
    : null;
}
