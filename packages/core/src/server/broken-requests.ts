import type { BrokenRequest } from '@stele/http';
import { ApiError, invalid } from '../platform/errors.ts';
import type { WebHandler } from './web-handler.ts';

/** Answers requests that Node refuses in the form of all other errors. */
export function refuseBroken(handle: WebHandler): (problem: BrokenRequest) => Response {
  return (problem) =>
    handle.refuse(
      problem === 'validation_failed' ? invalid([], 'This is not a valid HTTP request.') : new ApiError(problem),
    );
}
