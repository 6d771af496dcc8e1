import type { FailureCode } from './failures.ts';

/** A point as fractions (0 to 1) of a picture's width and height, measured from its top left corner. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** A rectangle in the same measure, by its top left corner. */
export interface Crop extends FocalPoint {
  readonly width: number;
  readonly height: number;
}

/** A file to check, and the folder for its renditions. */
export interface MediaJob {
  /** Path of the original. It's only read. */
  readonly file: string;
  /** Type and name by the uploader. The type is checked against the bytes; the name only appears in messages. */
  readonly declared: { readonly filename: string; readonly mime: string };
  /** The part of the upright original to keep. Of pictures only; everything is made of that part. */
  readonly crop?: Crop | null;
  /** The point of the upright original that stays visible when it's cut to a fixed ratio. Its middle unless given. */
  readonly focalPoint?: FocalPoint | null;
  /** Path of an empty folder. It's empty again when the outcome is `failed`, or an error. */
  readonly outputDirectory: string;
  /** Ends the work; `process` then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/** `svg` is a drawing, `image` any other picture, `file` anything that is served unchanged. */
export type MediaKind = 'image' | 'svg' | 'pdf' | 'audio' | 'video' | 'file';

/** The fixed ratios that pictures are cut to, width before height. */
export const RATIOS = ['1:1', '4:3', '3:2', '16:9', '9:16'] as const;
export type Ratio = (typeof RATIOS)[number];

/** A file that was made, to be served. */
export interface Rendition {
  /** Below the job's output directory. Its name tells what it is: `full.jpg`, `640.avif`, `640-still.webp`, `16x9-640.webp`. */
  readonly path: string;
  readonly mime: string;
  /** Of pictures `jpeg`, `png`, `webp`, `avif`, `gif` or `svg`; of all others the usual ending of such files, without a dot. */
  readonly format: string;
  /** Pixels; null for files without a size. */
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
  /** The fixed ratio that it was cut to; null for the whole picture. */
  readonly ratio: Ratio | null;
  /** Whether it moves. Moving pictures have stills as well. */
  readonly animated: boolean;
}

/** A file that may be served, and what is known of it. */
export interface ProcessedMedia {
  readonly status: 'ready';
  readonly kind: MediaKind;
  /** Type of the original, as its bytes say. */
  readonly mime: string;
  /** Pixels, upright and after the crop; null for files without a size. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds of audio and video, or of one loop of a moving picture. */
  readonly duration: number | null;
  /** Of a PDF. */
  readonly pages: number | null;
  /** Of a picture: 1 unless it moves. */
  readonly frames: number | null;
  /** ThumbHash in base64, of pictures and drawings. */
  readonly placeholder: string | null;
  /** `#rrggbb`, of pictures and drawings; where they are transparent, white shows. */
  readonly dominantColor: string | null;
  /** Full-size, without metadata, upright, and cut as the job says. It's served in place of the original. */
  readonly full: Rendition;
  /** Smaller ones of a picture, by ratio, width and format. Empty for everything else. */
  readonly variants: readonly Rendition[];
}

/** A file that can't be served. */
export interface FailedMedia {
  readonly status: 'failed';
  readonly code: FailureCode;
  /** A sentence for the person who uploaded the file. */
  readonly message: string;
}
