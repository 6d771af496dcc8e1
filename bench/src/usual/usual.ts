import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Bench, type BenchContext, type Figure, type Goal, ROUNDS } from '../bench.ts';
import { type Later, withCleanUp } from '../clean-up.ts';
import { figure } from '../statistics.ts';
import { UsualProject } from './project.ts';
import type { AtOnceKind } from './requests.ts';
import { KINDS, type Kind, measureRound, oneOf, RATES, type Round, warmUp } from './rounds.ts';

const SIZES = { small: 100, middle: 10_000, large: 100_000 } as const;

/** The largest allowed ratio of times with 100,000 posts to times with 100. */
const GROWTH: Readonly<Partial<Record<Kind, Goal>>> = {
  create: { atMost: 1.2 },
  save: { atMost: 1.2 },
  publish: { atMost: 1.2 },
};
/** The largest allowed ratio of times to those of the earlier release, and the smallest of rates. */
const CHANGE: Readonly<Record<Kind | AtOnceKind, Goal | undefined>> = {
  create: undefined,
  save: { atMost: 0.67 },
  publish: { atMost: 0.5 },
  read: { atMost: 0.67 },
  list: { atMost: 0.67 },
  creates: { atLeast: 1.6 },
  'creates, each published': { atLeast: 3 },
  reads: { atLeast: 1.5 },
  lists: { atLeast: 1.5 },
};

/** The work of editors and imports, on the schema of most sites, against an earlier release and by size. */
export const usualBench: Bench = {
  name: 'usual',
  title:
    'unique slugs, order by date, references, two locales: what requests take, by size and against an earlier release',
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const before = process.env.BENCH_BEFORE;
  const program = before && pathToFileURL(path.resolve(before, 'bench/src/api/api-server.ts'));
  const places = [
    ...(program ? [{ name: 'before', posts: SIZES.middle, program }] : []),
    ...Object.entries(SIZES).map(([name, posts]) => ({ name, posts })),
  ];
  const projects = new Map<string, UsualProject>();
  for (const { name, ...place } of places) {
    say(`filling a project with ${place.posts} posts${name === 'before' ? ', of the earlier release' : ''}`);
    projects.set(name, await UsualProject.start({ databaseUrl: databaseUrl ?? '', ...place }, later));
  }
  const first: Record<string, number> = {};
  for (const [name, project] of projects) first[name] = await oneOf('publish', project);
  for (const project of projects.values()) await warmUp(project);
  const rounds = new Map<string, Round[]>();
  for (let number = 1; number <= ROUNDS; number++) {
    const measured = await measureRound(projects);
    for (const [name, round] of measured) {
      rounds.set(name, [...(rounds.get(name) ?? []), round]);
      const shown = [
        ...KINDS.map((kind) => `${kind} ${round.times[kind]?.toFixed(1)} ms`),
        ...RATES.map((kind) => `${kind} ${round.rates[kind]?.toFixed(0)}/s`),
        `fifty publishes ${round.fifty.ms.toFixed(0)} ms, ${round.fifty.snapshots} snapshots`,
      ];
      say(`round ${number} of ${ROUNDS}, ${name}: ${shown.join(', ')}`);
    }
  }
  return [
    ...Object.entries(first).map(([name, ms]) => figure(`publish, the first after a start: ${name}`, 'ms', [ms])),
    ...figuresOf(rounds),
  ];
}

function figuresOf(rounds: ReadonlyMap<string, readonly Round[]>): Figure[] {
  const values = (name: string, pick: (round: Round) => number | undefined): number[] =>
    (rounds.get(name) ?? []).map((round) => pick(round) ?? Number.NaN);
  const ratios = (over: string, under: string, pick: (round: Round) => number | undefined): number[] => {
    const divisors = values(under, pick);
    return values(over, pick).map((value, index) => value / (divisors[index] ?? Number.NaN));
  };
  const names = [...rounds.keys()];
  const compared = names.includes('before');
  return [
    ...KINDS.flatMap((kind) => [
      ...names.map((name) =>
        figure(
          `${kind}: ${name}`,
          'ms',
          values(name, ({ times }) => times[kind]),
        ),
      ),
      figure(
        `${kind}: 100,000 posts against 100`,
        '',
        ratios('large', 'small', ({ times }) => times[kind]),
        GROWTH[kind],
      ),
      ...(compared
        ? [
            figure(
              `${kind}: now against before`,
              '',
              ratios('middle', 'before', ({ times }) => times[kind]),
              CHANGE[kind],
            ),
          ]
        : []),
    ]),
    ...RATES.flatMap((kind) => [
      ...names.map((name) =>
        figure(
          `${kind}, eight at once: ${name}`,
          'a second',
          values(name, ({ rates }) => rates[kind]),
        ),
      ),
      ...(compared
        ? [
            figure(
              `${kind}, eight at once: now against before`,
              '',
              ratios('middle', 'before', ({ rates }) => rates[kind]),
              CHANGE[kind],
            ),
          ]
        : []),
    ]),
    ...names.flatMap((name) => [
      figure(
        `fifty publishes at once: ${name}`,
        'ms',
        values(name, ({ fifty }) => fifty.ms),
      ),
      figure(
        `fifty publishes at once, snapshots: ${name}`,
        '',
        values(name, ({ fifty }) => fifty.snapshots),
        { atMost: 3 },
      ),
    ]),
  ];
}
