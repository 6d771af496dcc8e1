import type { ApiFailure } from '@/api/errors.ts';

/** What the server said of one field of a form. */
export function messageFor(failure: ApiFailure | null, field: string): string | undefined {
  return failure?.details.find(({ path }) => path[0] === field)?.message;
}
