import { StorageUnavailableError } from '@stele/storage';
import { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { isTransactionConflict } from '../../platform/database/in-transaction.ts';
import { isOutage } from '../../platform/database/outage.ts';
import { type ErrorDetail, ErrorDetails } from '../../platform/error-details.ts';
import { ApiError, type ErrorEnvelope } from '../../platform/errors.ts';

/** The ApiError for anything thrown: itself if it is one; `internal` or `unavailable` for unknown errors. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof TRPCError) {
    if (thrown.cause instanceof ApiError) return thrown.cause;
    if (thrown.code === 'BAD_REQUEST') {
      const cause = thrown.cause;
      return new ApiError('validation_failed', {
        details: cause instanceof ZodError ? issueDetails(cause) : [{ path: [], message: thrown.message }],
        cause,
      });
    }
    if (thrown.code === 'NOT_FOUND') return new ApiError('not_found', { cause: thrown });
    if (thrown.code === 'METHOD_NOT_SUPPORTED') return new ApiError('method_not_allowed', { cause: thrown });
    return unexpected(thrown.cause ?? thrown);
  }
  return unexpected(thrown);
}

/** Callers only learn whether to try again. */
function unexpected(cause: unknown): ApiError {
  const mayPass = isOutage(cause) || isTransactionConflict(cause) || cause instanceof StorageUnavailableError;
  if (!mayPass) return new ApiError('internal', { cause });
  return new ApiError('unavailable', { cause, headers: { 'retry-after': '5' } });
}

/** The body that reports an error. */
export function envelope(error: ApiError): ErrorEnvelope {
  return {
    error: {
      code: error.errorCode,
      message: error.message,
      ...(error.details && { details: error.details }),
    },
  };
}

function issueDetails(error: ZodError): ErrorDetail[] {
  const details = new ErrorDetails();
  for (const issue of error.issues) {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) details.add({ path: [...path, key], message: 'There is no such field.' });
    } else if (issue.code === 'custom' && typeof issue.params?.more === 'number') details.count(issue.params.more);
    else details.add({ path, message: issue.message });
  }
  return details.list();
}
