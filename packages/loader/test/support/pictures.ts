import type { PublishedAsset } from '@stele/schema';

type Variant = PublishedAsset['variants'][number];

const hashOf = (text: string): string => Buffer.from(text.padEnd(12, '_')).toString('hex').slice(-24);

/** A picture as snapshots hold it, with the variants that Stele makes. Each file has an address of its own. */
export function picture(
  number: number,
  width = 3000,
  height = 2000,
): PublishedAsset & { readonly variants: Variant[] } {
  const id = `ast_${String(number).padStart(26, '0')}`;
  const variant = (ratio: string | null, w: number, h: number, format: string): Variant => ({
    name: `${ratio ? `${ratio.replace(':', 'x')}-` : ''}${w}.${format}`,
    url: `../../media/${id}/${hashOf(`${number}${ratio}${w}${format}`)}/Hill.${format}`,
    width: w,
    height: h,
    mime: `image/${format}`,
    bytes: w * 10,
    ratio,
    animated: false,
  });
  const widths = [320, 640, 960, 1280, 1920, 2560].filter((w) => w < width);
  if (widths.length < 6) widths.push(width);
  return {
    id,
    url: `../../media/${id}/${hashOf(`${number}full`)}/Hill.webp`,
    filename: 'Hill.jpg',
    mime: 'image/webp',
    bytes: 1_000_000,
    width,
    height,
    alt: `Hill ${number}`,
    focal_point: null,
    placeholder: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    variants: ['webp', 'avif'].flatMap((format) => [
      ...widths.map((w) => variant(null, w, Math.round((w * height) / width), format)),
      ...[640, 1280].map((w) => variant('16:9', w, Math.round((w * 9) / 16), format)),
    ]),
  };
}

/** A picture as the loader hands it over. */
export function loadedPicture(number: number, width?: number, height?: number): PublishedAsset {
  return JSON.parse(
    JSON.stringify(picture(number, width, height)).replaceAll('../../', 'https://content.example/prj_1/'),
  );
}
