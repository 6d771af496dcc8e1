import type { ExternalImageService, ImageTransform } from 'astro';
import { fitting, sizesOf, type Variant } from '../images/choose-variant.ts';
import { placeholderUrl } from '../images/placeholder-url.ts';
import { carriedBy } from './shown-asset.ts';

/** An address for `srcset`, before it's made. */
type SrcSetValue = Awaited<ReturnType<NonNullable<ExternalImageService['getSrcSet']>>>[number];

/**
 * An image service of Astro that makes nothing: pictures of Stele are shown by the variants that exist, with their placeholder,
 * pictures from elsewhere as they are.
 */
const service: ExternalImageService = {
  getURL(options) {
    const { src, width } = options;
    if (typeof src !== 'string') return src.src;
    const sizes = sizesFor(options);
    return (width === undefined ? sizes.at(-1) : fitting(sizes, width))?.url ?? src;
  },

  getSrcSet(options) {
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

  getHTMLAttributes(options) {
    const { src, width, height, format, quality, densities, widths, formats, layout, priority, ...others } = options;
    const { fit, position, background, sizes, style, ...attributes } = others;
    const asset = carriedBy(options)?.asset;
    return {
      ...attributes,
      width: width ?? (typeof src === 'string' ? undefined : src.width),
      height: height ?? (typeof src === 'string' ? undefined : src.height),
      ...(widths && sizes && { sizes }),
      style: withPlaceholder(style, asset ? placeholderUrl(asset) : null),
      loading: attributes.loading ?? 'lazy',
      decoding: attributes.decoding ?? 'async',
    };
  },
};
export default service;

function sizesFor(options: ImageTransform): Variant[] {
  const shown = carriedBy(options);
  return shown ? sizesOf(shown.asset.variants, { ratio: shown.ratio, format: options.format }) : [];
}

/** A style that shows the placeholder until the picture covers it. */
function withPlaceholder(style: unknown, url: string | null): unknown {
  if (url === null) return style;
  const background = `url("${url}") center / cover no-repeat`;
  if (typeof style === 'object' && style !== null) return { background, ...style };
  return typeof style === 'string' ? `background: ${background}; ${style}` : `background: ${background}`;
}
