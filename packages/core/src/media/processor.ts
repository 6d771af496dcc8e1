import type { FailedMedia, Rendition as MadeFile, MediaJob, ProcessedMedia } from '@stele/media';
import type { AssetErrorCode } from './asset.ts';

/** One original to process. */
export interface ProcessInput extends Required<MediaJob> {
  readonly declared: MediaJob['declared'] & { readonly bytes: number };
}

/** A file that was made from an original, to be served. */
export type Rendition = Omit<MadeFile, 'ratio'> & { readonly ratio: string | null };

/** The outcome of processing an original. */
export type ProcessResult =
  | (Omit<ProcessedMedia, 'frames' | 'full' | 'variants'> & {
      readonly full: Rendition;
      readonly variants: readonly Rendition[];
    })
  | (Omit<FailedMedia, 'code'> & { readonly code: AssetErrorCode });

/** Makes the served files from uploaded originals. */
export interface MediaProcessor {
  /** @throws Error that may be temporary; errors of the file are results */
  process(input: ProcessInput): Promise<ProcessResult>;
}
