import type { Figure } from '../bench.ts';
import { figure, median, percentile } from '../statistics.ts';
import { entriesOf, type Say, type ScaleProject, timed } from './project.ts';
import { SEARCHES } from './texts.ts';

/** Requests of each kind in a round. */
const REQUESTS = 25;
const WARM_UP = 5;
const GOAL = { atMost: 3 };

/** A page of fifty with a filter by state, with and without words to search for. */
const QUERIES: Readonly<Record<string, string>> = {
  'no search': 'status=published',
  ...Object.fromEntries(
    Object.entries(SEARCHES).map(([name, words]) => [name, `status=published&search=${encodeURIComponent(words)}`]),
  ),
};

/** Kinds of lists that are reported together: each group has one goal. */
const GROUPS = {
  'lists, words spread over the project': ['no search', 'rare', 'middling', 'common', 'several'],
  'lists, words in old entries only': ['old', 'former'],
} as const;

/** Measures pages of fifty: one kind after another, in both projects alternately. */
export async function measureLists(
  say: Say,
  small: ScaleProject,
  large: ScaleProject,
  rounds: number,
): Promise<Figure[]> {
  const list = (project: ScaleProject, query: string) =>
    timed(() => project.api.admin.get(`${entriesOf(project)}?limit=50&${query}`));
  const kinds = Object.entries(QUERIES);
  for (const [, query] of kinds) {
    for (let n = 0; n < WARM_UP; n++) for (const project of [small, large]) await list(project, query);
  }
  const taken: { small: Map<string, number[]>; large: Map<string, number[]> }[] = [];
  for (let round = 1; round <= rounds; round++) {
    const times = { small: new Map<string, number[]>(), large: new Map<string, number[]>() };
    for (let n = 0; n < REQUESTS; n++) {
      for (const [name, query] of kinds) {
        times.small.set(name, [...(times.small.get(name) ?? []), await list(small, query)]);
        times.large.set(name, [...(times.large.get(name) ?? []), await list(large, query)]);
      }
    }
    taken.push(times);
    for (const [group, names] of Object.entries(GROUPS)) {
      const [much, little] = [p95(times.large, names).toFixed(1), p95(times.small, names).toFixed(1)];
      say(`${group}, round ${round} of ${rounds}: p95 ${much} against ${little} ms`);
    }
  }
  const of = (size: 'small' | 'large', name: string): number[][] => taken.map((times) => times[size].get(name) ?? []);
  const ofGroup = (size: 'small' | 'large', names: readonly string[]) => taken.map((times) => p95(times[size], names));
  return [
    ...Object.entries(GROUPS).flatMap(([group, names]) => {
      const [little, much] = [ofGroup('small', names), ofGroup('large', names)];
      const ratios = much.map((value, round) => value / (little[round] ?? Number.NaN));
      return [
        figure(`${group}: p95 with 1,000 entries`, 'ms', little),
        figure(`${group}: p95 with 100,000 entries`, 'ms', much),
        figure(`${group}: p95 as a multiple`, '', ratios, GOAL),
      ];
    }),
    ...kinds.flatMap(([name]) => [
      figure(`list, ${name}: median with 1,000 entries`, 'ms', of('small', name).map(median)),
      figure(`list, ${name}: median with 100,000 entries`, 'ms', of('large', name).map(median)),
      figure(
        `list, ${name}: p95 with 100,000 entries`,
        'ms',
        of('large', name).map((times) => percentile(times, 0.95)),
      ),
    ]),
  ];
}

function p95(times: ReadonlyMap<string, readonly number[]>, kinds: readonly string[]): number {
  return percentile(
    kinds.flatMap((kind) => times.get(kind) ?? []),
    0.95,
  );
}
