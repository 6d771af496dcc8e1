/** A picture or file in published values. URLs are relative to the file until a loader resolves them. */
export interface PublishedAsset {
  readonly id: string;
  readonly url: string;
  readonly filename: string;
  readonly mime: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  /** The description of the picture; empty when it's decorative, null when no one has described it. */
  readonly alt: string | null;
  /** A text to show with it. */
  readonly caption?: string;
  /** Who made it. */
  readonly credit?: string;
  /** The licence, or terms of use. */
  readonly rights?: string;
  readonly focal_point: { readonly x: number; readonly y: number } | null;
  /** ThumbHash in base64. */
  readonly placeholder: string | null;
  readonly variants: readonly {
    readonly name: string;
    readonly url: string;
    readonly width: number;
    readonly height: number;
    readonly mime: string;
    readonly bytes: number;
    /** The ratio, such as 16:9; null when it's that of the picture. */
    readonly ratio: string | null;
    readonly animated: boolean;
  }[];
}

/** A reference in published values. */
export interface PublishedReference<Collection extends string = string> {
  readonly id: string;
  readonly collection: Collection;
  /** The path of its page, where it is live and its collection has paths. */
  readonly path?: string;
}
