import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { type Later, withCleanUp } from '../clean-up.ts';
import { figure } from '../statistics.ts';
import { UsualProject } from '../usual/project.ts';
import { KINDS, measureRound, RATES, type Round, warmUp } from '../usual/rounds.ts';

const POSTS = 1000;

/** The ten most usual requests of this checkout against those of another one, in turns: ratios only. */
export const regressBench: Bench = {
  name: 'regress',
  title: 'usual requests against those of the checkout in BENCH_BEFORE: times and rates as ratios, in a few minutes',
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const before = process.env.BENCH_BEFORE;
  if (!before) throw new Error('Name another checkout, installed and built, in BENCH_BEFORE.');
  const program = pathToFileURL(path.resolve(before, 'bench/src/api/api-server.ts'));
  const place = { databaseUrl: databaseUrl ?? '', posts: POSTS, byApi: true };
  const projects = new Map<string, UsualProject>();
  for (const [name, own] of [
    ['before', { ...place, program }],
    ['now', place],
  ] as const) {
    say(`filling a project of ${name} with ${POSTS} posts`);
    projects.set(name, await UsualProject.start(own, later));
  }
  for (const project of projects.values()) await warmUp(project);
  const rounds: Record<string, readonly Round[]> = {};
  for (let number = 1; number <= ROUNDS; number++) {
    for (const [name, round] of await measureRound(projects)) rounds[name] = [...(rounds[name] ?? []), round];
    say(`round ${number} of ${ROUNDS}`);
  }
  const ratio = (name: string, pick: (round: Round) => number | undefined, unit: string): Figure => {
    const divisors = (rounds.before ?? []).map(pick);
    const values = (rounds.now ?? []).map(
      (round, index) => (pick(round) ?? Number.NaN) / (divisors[index] ?? Number.NaN),
    );
    return figure(name, unit, values);
  };
  return [
    ...KINDS.map((kind) => ratio(kind, ({ times }) => times[kind], 'of the time')),
    ...RATES.map((kind) => ratio(`${kind}, eight at once`, ({ rates }) => rates[kind], 'of the rate')),
    ratio('fifty publishes at once', ({ fifty }) => fifty.ms, 'of the time'),
  ];
}
