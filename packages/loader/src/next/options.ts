import type { LoaderOptions } from '../index.ts';

/** The default tag of everything that depends on published content. */
export const TAG = 'stele';

/** Options of a loader for Next.js: those of a loader, and how Next.js caches. */
export interface NextLoaderOptions extends Omit<LoaderOptions, 'drafts'> {
  /** Tag of all pages that read content; `stele` by default. */
  readonly tag?: string | undefined;
  /**
   * Seconds after which the live snapshot is looked up even if no webhook came; 3,600 by default, never when false.
   * Pages that read content are rendered again as often.
   */
  readonly revalidate?: number | false | undefined;
  /** A token of scope `read_draft` or `admin`, for draft mode; STELE_DRAFT_TOKEN. */
  readonly draftToken?: string | undefined;
}
