import type { Uploads } from './uploads.ts';

/** What the verbs of assets work with. */
export interface Media {
  readonly uploads: Uploads;
  /** Bytes that the files of each project may take; null for any number. */
  readonly storageLimit: number | null;
  readonly processing: {
    /** Says that there's something to process. Nobody waits for it. */
    wake(): void;
  };
}
