import { ApiError } from '@stele/client';
import type { ContentLine } from '../content/line.ts';
import { explain, type FailureDetail } from '../errors.ts';

export interface FailedLine {
  /** Null when the line doesn't say it. */
  readonly collection: string | null;
  readonly externalId: string | null;
  /** Where it's written. */
  readonly place?: string;
  readonly message: string;
  readonly details: readonly FailureDetail[];
}

/** A line that the command itself refuses: it refers to entries which aren't there, or its own is there already, or in the file before. */
export class RefusedLine extends Error {
  readonly details: readonly FailureDetail[];

  constructor(details: readonly FailureDetail[]) {
    super('The line was refused.');
    this.details = details;
  }
}

/** The refusal of a line whose entry is there, where none may be. */
export function alreadyThere({ collection, externalId }: ContentLine): RefusedLine {
  const message = `There is an entry "${externalId}" in the collection ${collection} already.`;
  return new RefusedLine([{ path: ['external_id'], message }]);
}

/**
 * The refusal of a line whose entry an earlier line of the file names: the last one would win, another one each time.
 *
 * @param first where the earlier one is, or its id
 */
export function namedBefore(line: ContentLine, first: string): FailedLine {
  const message = `It means the same entry as ${first}. Leave one of them out, or give it another external_id.`;
  return failedLine(line, new RefusedLine([{ path: ['external_id'], message }]));
}

/**
 * Why a line wasn't imported. Where its reader has refused a value, the reader's message replaces the API's.
 *
 * @throws the error itself, when it's no refusal of this line
 */
export function failedLine(
  {
    collection,
    externalId,
    place,
    refusals = [],
  }: Pick<ContentLine, 'collection' | 'externalId' | 'place' | 'refusals'>,
  error: unknown,
): FailedLine {
  const isRefusal = error instanceof RefusedLine || (error instanceof ApiError && error.status < 500);
  if (!isRefusal) throw error;
  const known = new Map(refusals.map((refusal) => [refusal.path.join('\n'), refusal]));
  const details = error.details.map((detail) => known.get(detail.path.join('\n')) ?? detail);
  const message = explain({ message: error.message, details });
  return { collection, externalId, ...(place !== undefined && { place }), message, details };
}
