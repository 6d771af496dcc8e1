import type { PublishedAsset } from '../index.ts';

/** What the image service knows of a picture besides what Astro knows. */
export interface ShownAsset {
  readonly asset: PublishedAsset;
  readonly ratio: string | undefined;
  /** How high it's shown in its own shape; undefined when it's to fill a space of another one. */
  readonly ownHeight: number | undefined;
}

/** Where properties for `<Image>` carry it. Spreading keeps symbols, and they never become attributes. */
const SHOWN = Symbol.for('stele.shown-asset');

/** Properties that carry what is shown. */
export function carrying<Props extends object>(props: Props, shown: ShownAsset): Props {
  return Object.assign(props, { [SHOWN]: shown });
}

/** What properties carry; undefined when they're of a picture from elsewhere. */
export function carriedBy(props: object): ShownAsset | undefined {
  return (props as { readonly [SHOWN]?: ShownAsset })[SHOWN];
}
