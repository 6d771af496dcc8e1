import type { RunningApi } from '../api/api.ts';

/** A filled project with the API that serves it. */
export interface ScaleProject {
  readonly api: RunningApi;
  readonly databaseUrl: string;
  /** How many entries it was filled with. */
  readonly entries: number;
  /** The ids of these entries. */
  readonly ids: readonly string[];
  /** How many more entries were created since. */
  made: number;
}

export type Say = (text: string) => void;

/** Measures how long some work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export const entriesOf = ({ api }: ScaleProject): string => `/v1/projects/${api.projectId}/entries`;
