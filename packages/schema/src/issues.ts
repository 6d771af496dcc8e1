import type { z } from 'zod';

/** Where something is: keys and indexes from the root. */
export type Path = readonly (string | number)[];

/** Something wrong, and where. */
export interface Issue {
  readonly path: Path;
  readonly message: string;
}

/** What zod found, an issue a place; keys that don't belong are named one by one. */
export function zodIssues(error: z.ZodError): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: [...path, key], message: `There is no "${key}" here.` }));
    }
    return [{ path, message: issue.message }];
  });
}
