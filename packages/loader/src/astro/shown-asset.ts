import type { PublishedAsset } from '../index.ts';

/** Facts about a picture for the image service, besides those that Astro has. */
export interface ShownAsset {
  readonly asset: PublishedAsset;
  readonly ratio: string | undefined;
  /** How high it's shown in its own shape; undefined when it's to fill a space of another one. */
  readonly ownHeight: number | undefined;
}

/** Where properties for `<Image>` carry it. Spreading keeps symbols, and they never become attributes. */
const SHOWN: unique symbol = Symbol.for('stele.shown-asset');

/** Properties that carry what is shown. */
export function carrying<Props extends object>(props: Props, shown: ShownAsset): Props {
  return Object.assign(props, { [SHOWN]: shown });
}

/** The picture that properties carry, or that their `src` is; undefined for a picture from elsewhere. */
export function carriedBy(props: { readonly src?: unknown; readonly [SHOWN]?: ShownAsset }): ShownAsset | undefined {
  const { src, [SHOWN]: carried } = props;
  if (carried || typeof src !== 'object' || src === null || !('variants' in src)) return carried;
  return { asset: src as PublishedAsset, ratio: undefined, ownHeight: undefined };
}
