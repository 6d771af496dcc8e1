import type { AssetKind, Crop, FocalPoint } from './asset.ts';

/** What is made of an original is asked for with this. */
export interface ProcessInput {
  /** The original, as a file on the local disk. */
  readonly file: string;
  /** What was said of it when it was uploaded. */
  readonly declared: { readonly filename: string; readonly mime: string; readonly bytes: number };
  readonly crop: Crop | null;
  readonly focalPoint: FocalPoint | null;
  /** An empty folder for what is made; it's removed afterwards. */
  readonly outputDirectory: string;
  /** Ends the work, which throws then. */
  readonly signal: AbortSignal;
}

/** A file that was made of an original, to be served. */
export interface Rendition {
  /** Where it lies on the local disk. Its name tells what it is: `full.webp`, `640.avif`, `16x9-640.webp`. */
  readonly path: string;
  readonly mime: string;
  /** The ending of its name: lower-case letters and digits. */
  readonly format: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number;
  readonly sha256: string;
  /** The fixed ratio that it was cropped to, such as `16:9`; null when it has the picture's own. */
  readonly ratio: string | null;
  /** Whether it moves. */
  readonly animated: boolean;
}

/** What became of an original. */
export type ProcessResult =
  | {
      readonly status: 'ready';
      /** What sort of file it is. */
      readonly kind: AssetKind;
      /** The type that its bytes have. */
      readonly mime: string;
      readonly width: number | null;
      readonly height: number | null;
      /** Seconds. */
      readonly duration: number | null;
      readonly pages: number | null;
      /** A ThumbHash, in base64. */
      readonly placeholder: string | null;
      /** `#rrggbb` */
      readonly dominantColor: string | null;
      /** The file in full, without what must not be seen. */
      readonly full: Rendition;
      readonly variants: readonly Rendition[];
    }
  | {
      readonly status: 'failed';
      /** Stable, for programs. */
      readonly code: string;
      /** A sentence that a person understands. */
      readonly message: string;
    };

/** Makes what is served of what was uploaded. */
export interface MediaProcessor {
  /**
   * Looks at an original and makes what is served of it.
   *
   * @throws what may be otherwise the next time; what is wrong with the file is a result
   */
  process(input: ProcessInput): Promise<ProcessResult>;
}
