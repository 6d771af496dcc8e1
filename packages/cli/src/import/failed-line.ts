import type { ContentLine } from '../content/line.ts';
import { ApiFailure, explain, type FailureDetail } from '../errors.ts';
import { RefusedLine } from './import-entry.ts';

/** A line that couldn't be imported. */
export interface FailedLine {
  readonly collection: string;
  readonly externalId: string;
  readonly message: string;
  readonly details: readonly FailureDetail[];
}

/**
 * Why a line wasn't imported; what its reader knows of a value stands for what the API says of it.
 *
 * @throws the error itself, when it's no refusal of this line
 */
export function failedLine({ collection, externalId, refusals = [] }: ContentLine, error: unknown): FailedLine {
  const isRefusal = error instanceof ApiFailure ? error.status < 500 : error instanceof RefusedLine;
  if (!isRefusal) throw error;
  const known = new Map(refusals.map((refusal) => [refusal.path.join('\n'), refusal]));
  const failure = error as ApiFailure | RefusedLine;
  const details = failure.details.map((detail) => known.get(detail.path.join('\n')) ?? detail);
  const reason = error instanceof ApiFailure ? error.reason : failure.message;
  return { collection, externalId, message: explain(reason, details), details };
}
