import type { FailedMedia, MediaJob, ProcessedMedia } from '../processed-media.ts';

/** What the parent sends a child: one job at a time. */
export type ChildJob = Omit<MediaJob, 'signal'>;

/**
 * What a child sends: once that it's ready, and one answer to each job. `unexpected` is an error of our own, or of a library, over
 * a file. `fault` is one of the machine, such as a full disk, and says nothing about the file.
 */
export type ChildMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly result: ProcessedMedia | FailedMedia; readonly unexpected: string | null }
  | { readonly type: 'fault'; readonly message: string; readonly code: string };
