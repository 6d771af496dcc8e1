/** How many times each thing is measured; what is reported is the median. */
export const ROUNDS = 5;

/** A bound that a figure should keep. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** One measured figure. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** Median of the rounds. */
  readonly value: number;
  /** One value a round; a single one for what isn't repeated. */
  readonly rounds: readonly number[];
  /** Absent for figures that are for information. */
  readonly goal?: Goal;
}

/** What a benchmark gets to work with. */
export interface BenchContext {
  /** A PostgreSQL server on which databases may be made. */
  readonly databaseUrl: string | null;
  /** Tells people what is going on. */
  say(text: string): void;
}

/** One benchmark, chosen by its name on the command line. */
export interface Bench {
  readonly name: string;
  readonly title: string;
  readonly needsPostgres: boolean;
  run(context: BenchContext): Promise<Figure[]>;
}

/** What became of a benchmark. */
export type Outcome =
  | { readonly status: 'measured'; readonly name: string; readonly title: string; readonly figures: readonly Figure[] }
  | { readonly status: 'skipped' | 'failed'; readonly name: string; readonly title: string; readonly reason: string };

/** Whether a figure keeps its goal; null when it has none. */
export function meetsGoal({ goal, value }: Figure): boolean | null {
  if (!goal) return null;
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}
