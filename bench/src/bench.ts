/** How many times each figure is measured; the report shows the median. */
export const ROUNDS = 5;

/** A bound that a figure should meet. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** One measured figure. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** Median of the rounds. */
  readonly value: number;
  /** One value for each round; a single one for a figure that is measured once. */
  readonly rounds: readonly number[];
  /** Absent for figures that are only informative. */
  readonly goal?: Goal;
}

/** Inputs of a benchmark. */
export interface BenchContext {
  /** A PostgreSQL server on which databases may be created. */
  readonly databaseUrl: string | null;
  /** Reports progress to people. */
  say(text: string): void;
  /** How long to measure what takes its time; the benchmark's own default if it's undefined. */
  readonly seconds?: number | undefined;
  /** Other systems to compare with; all that the benchmark knows if it's undefined. */
  readonly only?: readonly string[] | undefined;
  /** Where to write a picture of the figures, if there is one. */
  readonly pictureFile?: string | undefined;
}

/** One benchmark, chosen by its name on the command line. */
export interface Bench {
  readonly name: string;
  readonly title: string;
  readonly needsPostgres: boolean;
  run(context: BenchContext): Promise<Figure[]>;
}

/** The outcome of a benchmark. */
export type Outcome =
  | { readonly status: 'measured'; readonly name: string; readonly title: string; readonly figures: readonly Figure[] }
  | { readonly status: 'skipped' | 'failed'; readonly name: string; readonly title: string; readonly reason: string };

/** Whether a figure meets its goal; null when it has none. */
export function meetsGoal({ goal, value }: Figure): boolean | null {
  if (!goal) return null;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}
