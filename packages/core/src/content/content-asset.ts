import type { PublishedAsset } from '@stele/schema';
import type { Json } from '@stele/snapshot';

/** The greatest width of a picture in rich text, if there's a variant that small. */
const WIDEST_IN_TEXT = 1920;

/** A served file of an asset. */
interface ServedFile {
  readonly name: string;
  readonly key: string;
  readonly mime: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number;
  readonly ratio: string | null;
  readonly animated: boolean;
}

/** An asset as content sees it. */
export interface ContentAsset {
  readonly id: string;
  readonly stage: 'pending' | 'processing' | 'ready' | 'failed';
  readonly trashed: boolean;
  readonly filename: string;
  readonly mime: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Locale → text, never an empty one. */
  readonly altText: Readonly<Record<string, string>>;
  readonly decorative: boolean;
  /** Locale → text, never an empty one. */
  readonly caption: Readonly<Record<string, string>>;
  readonly credit: string | null;
  readonly rights: string | null;
  readonly focalPoint: { readonly x: number; readonly y: number } | null;
  readonly placeholder: string | null;
  /** Null until the asset is processed. */
  readonly renditions: { readonly full: ServedFile; readonly variants: readonly ServedFile[] } | null;
  /** Another value after each change of the asset's row. */
  readonly rowVersion: string;
}

/** The locale of an asset's texts. */
export interface AssetLanguage {
  readonly locale: string;
  /** Used where the locale has no text. */
  readonly defaultLocale: string;
}

/** An asset in the form of published values; null when there's nothing to show yet. */
export function toPublishedAsset(asset: ContentAsset, language: AssetLanguage): (PublishedAsset & Json) | null {
  const { id, filename, credit, rights, renditions, focalPoint, placeholder } = asset;
  if (!renditions) return null;
  const { full, variants } = renditions;
  const caption = textIn(asset.caption, language);
  return {
    id,
    url: urlOf(full),
    filename,
    mime: full.mime,
    bytes: full.bytes,
    width: full.width ?? asset.width,
    height: full.height ?? asset.height,
    alt: altOf(asset, language),
    ...(caption !== null && { caption }),
    ...(credit !== null && { credit }),
    ...(rights !== null && { rights }),
    focal_point: focalPoint,
    placeholder,
    variants: variants.map((variant) => ({
      name: variant.name,
      url: urlOf(variant),
      width: variant.width ?? 0,
      height: variant.height ?? 0,
      mime: variant.mime,
      bytes: variant.bytes,
      ratio: variant.ratio,
      animated: variant.animated,
    })),
  };
}

/** A picture in rich text, with its sizes except those that are cropped to a ratio. Null for other assets. */
export function toTextPicture(asset: ContentAsset, language: AssetLanguage): (PublishedAsset & Json) | null {
  const { mime, renditions } = asset;
  if (!renditions || !mime.startsWith('image/')) return null;
  const variants = renditions.variants.filter(({ ratio }) => ratio === null);
  return toPublishedAsset({ ...asset, renditions: { ...renditions, variants } }, language);
}

/** An asset in the form of rich text: a picture in a size that fits, any other asset as the file itself. */
export function toAssetText(
  asset: ContentAsset,
  language: AssetLanguage,
): { readonly url: string; readonly alt: string | null } | null {
  if (!asset.renditions) return null;
  const { full, variants } = asset.renditions;
  const fitting = variants
    .filter(({ mime, ratio, animated, width }) => {
      return mime === 'image/webp' && ratio === null && animated === full.animated && (width ?? 0) <= WIDEST_IN_TEXT;
    })
    .sort((a, b) => (b.width ?? 0) - (a.width ?? 0));
  const isWide = (full.width ?? 0) > WIDEST_IN_TEXT;
  return { url: urlOf(isWide ? (fitting[0] ?? full) : full), alt: altOf(asset, language) };
}

/** Whether an asset is a picture that needs an alternative text in a locale and has none. */
export function lacksText({ mime, decorative, altText }: ContentAsset, locale: string): boolean {
  return mime.startsWith('image/') && !decorative && altText[locale] === undefined;
}

function altOf({ decorative, altText }: ContentAsset, language: AssetLanguage): string | null {
  return decorative ? '' : textIn(altText, language);
}

function textIn(texts: Readonly<Record<string, string>>, { locale, defaultLocale }: AssetLanguage): string | null {
  return texts[locale] ?? texts[defaultLocale] ?? null;
}

/** A file's URL, relative to the folder of a snapshot; keys begin with the project. */
function urlOf({ key }: ServedFile): string {
  return `../..${key.slice(key.indexOf('/'))}`;
}
