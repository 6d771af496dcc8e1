import type { Figure } from '../bench.ts';
import { figure, median, percentile } from '../statistics.ts';
import { entriesOf, type Say, type ScaleProject, timed } from './project.ts';
import { entryOf } from './texts.ts';

/** Requests of each kind in a round. */
const REQUESTS = 150;
const WARM_UP = 30;
const GOAL = { atMost: 1.3 };

/** Measures creating, saving and reading one entry, in both projects alternately. */
export async function measureSingles(
  say: Say,
  small: ScaleProject,
  large: ScaleProject,
  rounds: number,
): Promise<Figure[]> {
  for (let n = 0; n < WARM_UP; n++) for (const project of [small, large]) await one(project);
  const kinds = ['create', 'save', 'read'] as const;
  const taken: { small: Times[]; large: Times[] }[] = [];
  for (let round = 1; round <= rounds; round++) {
    const times: { small: Times[]; large: Times[] } = { small: [], large: [] };
    for (let n = 0; n < REQUESTS; n++) {
      times.small.push(await one(small));
      times.large.push(await one(large));
    }
    taken.push(times);
    const shown = kinds.map(
      (kind) => `${kind} ${p95(times.large, kind).toFixed(1)}/${p95(times.small, kind).toFixed(1)}`,
    );
    say(`one entry, round ${round} of ${rounds}: p95 ${shown.join(', ')} ms`);
  }
  return kinds.flatMap((kind) => {
    const of = (size: 'small' | 'large'): number[] => taken.map((times) => p95(times[size], kind));
    return [
      figure(
        `${kind} one entry: median with 100,000 entries`,
        'ms',
        taken.map((times) => median(times.large.map((t) => t[kind]))),
      ),
      figure(`${kind} one entry: p95 with 1,000 entries`, 'ms', of('small')),
      figure(`${kind} one entry: p95 with 100,000 entries`, 'ms', of('large')),
      figure(
        `${kind} one entry: p95 as a multiple`,
        '',
        taken.map((times) => p95(times.large, kind) / p95(times.small, kind)),
        GOAL,
      ),
    ];
  });
}

interface Times {
  readonly create: number;
  readonly save: number;
  readonly read: number;
}

/** Creates an entry, and saves and reads one of the entries that the project was filled with. */
async function one(project: ScaleProject): Promise<Times> {
  const number = project.made++;
  const { admin } = project.api;
  const entries = entriesOf(project);
  const { values } = entryOf(project.entries + number, project.entries);
  const create = await timed(() => admin.post(entries, { collection_key: 'posts', values }));
  const target = `${entries}/${project.ids[(number * 7919) % project.ids.length]}`;
  const before = await admin.get(target);
  const draft = { values: { en: { ...values.en, title: `Saved ${number}` } }, base_version: before.version };
  const save = await timed(() => admin.put(`${target}/draft`, draft));
  const read = await timed(() => admin.get(target));
  return { create, save, read };
}

function p95(times: readonly Times[], kind: keyof Times): number {
  return percentile(
    times.map((one) => one[kind]),
    0.95,
  );
}
