import type { PublishedAsset } from '../index.ts';

/** What Astro's `<Image>` takes. */
export interface ImageProps {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/**
 * Properties for `<Image>` of astro:assets: `<Image {...imageProps(post.data.hero)} />`. The host of `src` has to be
 * in `image.domains` or `image.remotePatterns` of Astro's config, or Astro leaves the picture as it is.
 *
 * @throws Error when the asset has no size, because it's no picture
 */
export function imageProps({ id, url, width, height, alt }: PublishedAsset): ImageProps {
  if (width === null || height === null) throw new Error(`Asset ${id} is no picture: it has neither width nor height.`);
  return { src: url, width, height, alt: alt ?? '' };
}
