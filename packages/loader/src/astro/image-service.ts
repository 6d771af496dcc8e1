import type { ImageTransform, LocalImageService } from 'astro';
import astroService from 'astro/assets/services/sharp';
import { fitting, sizesOf, type Variant } from '../images/choose-variant.ts';
import { cropFor } from '../images/picture-size.ts';
import { placeholderUrl } from '../images/placeholder-url.ts';
import { carriedBy, type ShownAsset } from './shown-asset.ts';

/** An address for `srcset`, before it's made. */
type SrcSetValue = Awaited<ReturnType<NonNullable<LocalImageService['getSrcSet']>>>[number];

/**
 * An image service of Astro that shows pictures of Stele by the variants that exist, with their placeholder, and makes nothing of
 * them. Other pictures, such as those of the website's own folders, are Astro's own service's.
 */
const service: LocalImageService = {
  ...astroService,

  validateOptions(options, config) {
    if (!carriedBy(options)) return astroService.validateOptions?.(options, config) ?? options;
    // Where the source is the address that is shown, Astro takes a picture for one that needs no work.
    return { ...options, src: urlOf(options) };
  },

  getURL(options, config) {
    return carriedBy(options) ? urlOf(options) : astroService.getURL(options, config);
  },

  getSrcSet(options, config) {
    if (!carriedBy(options)) return astroService.getSrcSet?.(options, config) ?? [];
    const sizes = sizesFor(options);
    const { widths, densities, width } = options;
    const wanted = densities
      ? densities.map((density) => Number.parseFloat(String(density)) * (width ?? 0))
      : (widths ?? []);
    const values = new Map<number, SrcSetValue>();
    for (const each of [...wanted].sort((a, b) => a - b)) {
      const size = fitting(sizes, each);
      if (!size || values.has(size.width)) continue;
      const descriptor = densities && width ? `${Number((size.width / width).toFixed(3))}x` : `${size.width}w`;
      const transform = { ...options, width: size.width, height: size.height };
      values.set(size.width, { transform, descriptor, attributes: { type: size.mime } });
    }
    return [...values.values()];
  },

  getHTMLAttributes(options, config) {
    const shown = carriedBy(options);
    if (!shown) return astroService.getHTMLAttributes?.(options, config) ?? {};
    const { src, width, height, format, quality, densities, widths, formats, layout, priority, ...others } = options;
    const { fit, position, background, sizes, style, ...attributes } = others;
    return {
      ...attributes,
      width,
      height,
      ...(widths && sizes && { sizes }),
      style: styled(shown, options, style),
      loading: attributes.loading ?? 'lazy',
      decoding: attributes.decoding ?? 'async',
    };
  },
};
export default service;

/** The variant of a picture of Stele that fits a transformation; the file itself when there's none. */
function urlOf(options: ImageTransform): string {
  const { src, width } = options;
  const sizes = sizesFor(options);
  const own = typeof src === 'string' ? src : src.src;
  return (width === undefined ? sizes.at(-1) : fitting(sizes, width))?.url ?? own;
}

function sizesFor(options: ImageTransform): Variant[] {
  const shown = carriedBy(options);
  return shown ? sizesOf(shown.asset.variants, { ratio: shown.ratio, format: options.format }) : [];
}

/** A style that shows the placeholder until the picture covers it, and lets the picture fill a space of another shape. */
function styled(
  { asset, ratio, ownHeight }: ShownAsset,
  { width, height, format }: ImageTransform,
  own: unknown,
): unknown {
  const url = placeholderUrl(asset);
  // A page that says only how wide it is leaves its shape alone.
  const crop =
    width && height && height !== ownHeight ? cropFor({ width, height }, asset, { ratio, format }) : undefined;
  const style = { ...(url && { background: `url("${url}") center / cover no-repeat` }), ...crop };
  if (typeof own === 'object' && own !== null) return { ...style, ...own };
  const text = Object.entries(style).map(
    ([name, value]) => `${name.replace(/[A-Z]/g, (x) => `-${x.toLowerCase()}`)}: ${value}`,
  );
  return [...text, ...(typeof own === 'string' ? [own] : [])].join('; ') || undefined;
}
