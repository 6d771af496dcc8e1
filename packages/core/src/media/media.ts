import type { Uploads } from './uploads.ts';

/** What the verbs of assets work with. */
export interface Media {
  readonly uploads: Uploads;
  /** Bytes that the files of each project may take; null for any number. */
  readonly storageLimit: number | null;
}
