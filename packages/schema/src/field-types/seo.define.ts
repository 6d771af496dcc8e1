import { checkOptions } from '../check-arguments.ts';
import type { Translations } from '../document.ts';
import { type DraftOf, type Field, type FieldOptions, fieldDocuments, type PublishedOf } from '../fields.ts';
import { image } from './asset.define.ts';
import { boolean } from './boolean.define.ts';
import { declared } from './builder.ts';
import type { SeoSources } from './seo.ts';
import { text } from './text.define.ts';
import { textarea } from './textarea.define.ts';
import { url } from './url.define.ts';

type SeoFields = ReturnType<typeof seoFields>;

/** The fields within, as they're declared. */
export function seoFields() {
  return {
    title: text({
      label: 'Title in search results',
      translations: words(
        'Titel in Suchergebnissen',
        'Titre dans les résultats',
        'Título en los resultados',
        'العنوان في نتائج البحث',
      ),
    }),
    description: textarea({
      label: 'Description',
      translations: words('Beschreibung', 'Description', 'Descripción', 'الوصف'),
    }),
    image: image({
      label: 'Picture in social networks',
      translations: words(
        'Bild in sozialen Netzwerken',
        'Image pour les réseaux sociaux',
        'Imagen en redes sociales',
        'الصورة في شبكات التواصل',
      ),
    }),
    noindex: boolean({
      label: 'Hide from search engines',
      translations: words(
        'Vor Suchmaschinen verbergen',
        'Masquer aux moteurs de recherche',
        'Ocultar a los buscadores',
        'إخفاء عن محركات البحث',
      ),
    }),
    canonical: url({
      label: 'Address of the original page',
      help: 'Only if another page has the same content, and search engines should show that one.',
      translations: words(
        'Adresse der Originalseite',
        'Adresse de la page d’origine',
        'Dirección de la página original',
        'عنوان الصفحة الأصلية',
      ),
    }),
  };
}

function words(de: string, fr: string, es: string, ar: string): Translations {
  return { de: { label: de }, fr: { label: fr }, es: { label: es }, ar: { label: ar } };
}

/**
 * Texts and picture of a page for search engines and social networks. Published, they are whole: the fields that `from` names
 * stand in for what editors leave empty.
 */
export function seo<const O extends FieldOptions<never> & { readonly from?: SeoSources } = Record<never, never>>(
  options?: O,
): Field<DraftOf<SeoFields>, PublishedOf<SeoFields>, false, O extends { readonly localized: true } ? true : false> {
  checkOptions('seo', options);
  const { from = {}, ...others } = options ?? ({} as O);
  return declared({ type: 'object', seo: from, fields: fieldDocuments(seoFields()) }, others, 'seo') as never;
}
