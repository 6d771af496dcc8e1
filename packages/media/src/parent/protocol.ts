import type { FailedMedia, MediaJob, ProcessedMedia } from '../processed-media.ts';

/** The parent's message to a child, one job at a time. */
export type ChildJob = Omit<MediaJob, 'signal'>;

/**
 * A child's message: `ready` once, and one answer to each job. `unexpected` is an error of our code or of a library with a file.
 * `fault` is an error of the machine, such as a full disk, not of the file.
 */
export type ChildMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly result: ProcessedMedia | FailedMedia; readonly unexpected: string | null }
  | { readonly type: 'fault'; readonly message: string; readonly code: string };
