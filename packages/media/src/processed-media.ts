import type { FailureCode } from './failures.ts';

/** A point as fractions (0 to 1) of a picture's width and height, measured from its top left corner. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** A rectangle in the same fractions; x and y are its top left corner. */
export interface Crop extends FocalPoint {
  readonly width: number;
  readonly height: number;
}

/** A file to check, and the folder for its renditions. */
export interface MediaJob {
  /** Path of the original. It's only read. */
  readonly file: string;
  /** Type and name from the uploader. The type is checked against the bytes; the name only appears in messages. */
  readonly declared: { readonly filename: string; readonly mime: string };
  /** The part of the upright original to keep, for pictures. All renditions are made from this part. */
  readonly crop?: Crop | null;
  /** The point of the upright original that stays visible when it's cropped to a fixed ratio. By default the center. */
  readonly focalPoint?: FocalPoint | null;
  /** Path of an empty folder. It's empty again if the outcome is `failed` or an error. */
  readonly outputDirectory: string;
  /** Aborts the work; `process` then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** `svg` is a drawing, `image` any other picture, `file` anything that is served unchanged. */
export type MediaKind = 'image' | 'svg' | 'pdf' | 'audio' | 'video' | 'file';

/** The fixed aspect ratios of variants, width before height. */
export const RATIOS = ['1:1', '4:3', '3:2', '16:9', '9:16'] as const;
export type Ratio = (typeof RATIOS)[number];

/** A file that was made from an original, to be served. */
export interface Rendition {
  /** Path in the job's output directory, such as `full.jpg`, `640.avif`, `640-still.webp` or `16x9-640.webp`. */
  readonly path: string;
  readonly mime: string;
  /** For pictures `jpeg`, `png`, `webp`, `avif`, `gif` or `svg`; for others the usual file extension, without a dot. */
  readonly format: string;
  /** Pixels; null for files without a size. */
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number;
  /** Hash of its bytes, in hexadecimal. */
  readonly sha256: string;
  /** The fixed ratio to which it was cropped; null for the whole picture. */
  readonly ratio: Ratio | null;
  /** Whether it's animated. Animated pictures also have still variants. */
  readonly animated: boolean;
}

/** A file that may be served, with its properties. */
export interface ProcessedMedia {
  readonly status: 'ready';
  readonly kind: MediaKind;
  /** Type of the original, from its bytes. */
  readonly mime: string;
  /** Pixels, upright and after the crop; null for files without a size. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds of audio and video, or of one loop of an animated picture. */
  readonly duration: number | null;
  /** For PDFs. */
  readonly pages: number | null;
  /** For pictures: 1 unless it's animated. */
  readonly frames: number | null;
  /** ThumbHash in base64, for pictures and drawings. */
  readonly placeholder: string | null;
  /** `#rrggbb`, for pictures and drawings, with white behind transparent parts. */
  readonly dominantColor: string | null;
  /** Full-size, without metadata, upright, and cropped as the job says. It's served instead of the original. */
  readonly full: Rendition;
  /** Smaller renditions of a picture, by ratio, width and format. Empty for other files. */
  readonly variants: readonly Rendition[];
}

/** A file that can't be served. */
export interface FailedMedia {
  readonly status: 'failed';
  readonly code: FailureCode;
  /** Message for the person who uploaded the file. */
  readonly message: string;
}
