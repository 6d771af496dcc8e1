import type { RunningApi } from '../api/api.ts';

/** A filled project with the API that serves it. */
export interface ScaleProject {
  readonly api: RunningApi;
  readonly databaseUrl: string;
  /** How many it was filled with. */
  readonly entries: number;
  /** Ids of those. */
  readonly ids: readonly string[];
  /** How many more were made since. */
  made: number;
}

/** Tells people what is going on. */
export type Say = (text: string) => void;

/** How long something takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export const entriesOf = ({ api }: ScaleProject): string => `/v1/projects/${api.projectId}/entries`;
