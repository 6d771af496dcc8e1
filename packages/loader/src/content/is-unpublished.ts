import { LoaderError, type LoaderErrorCode } from '../errors.ts';

const CODES: ReadonlySet<LoaderErrorCode> = new Set(['none_published', 'unknown_collection', 'unknown_locale']);

/** Whether content couldn't be read because nothing of it was published yet. */
export function isUnpublished(error: unknown): error is LoaderError {
  return error instanceof LoaderError && CODES.has(error.code);
}
