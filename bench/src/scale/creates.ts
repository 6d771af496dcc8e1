import { RawConnection } from '../api/raw-connection.ts';
import type { Figure } from '../bench.ts';
import { figure } from '../statistics.ts';
import type { BareInserts } from './bare-inserts.ts';
import { entriesOf, type Say, type ScaleProject, timed } from './project.ts';
import { entryOf } from './texts.ts';

const AT_ONCE = 8;
const CREATES = 800;
const INSERTS = 6_000;
const GOAL = { atLeast: 0.15 };

/** Creates entries in a large project, eight at a time, and writes the same values as plain rows, eight at a time, too. */
export async function measureCreates(
  say: Say,
  project: ScaleProject,
  bare: BareInserts,
  rounds: number,
): Promise<Figure[]> {
  const { api } = project;
  const connections = Array.from(
    { length: AT_ONCE },
    () => new RawConnection(api.url, { authorization: `Bearer ${api.adminToken}` }),
  );
  type Values = ReturnType<typeof entryOf>['values'];
  const makeValues = (count: number): Values[] =>
    Array.from({ length: count }, () => entryOf(project.entries + project.made++, project.entries).values);
  const create = (values: Values, worker: number): Promise<unknown> | undefined =>
    connections[worker]?.send('POST', entriesOf(project), { collection_key: 'posts', values });
  const insert = (values: Values): Promise<void> => bare.insert(values);
  await rateOf(makeValues(CREATES / 4), create);
  await rateOf(makeValues(INSERTS / 4), insert);
  const creates: number[] = [];
  const inserts: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    creates.push(await rateOf(makeValues(CREATES), create));
    inserts.push(await rateOf(makeValues(INSERTS), insert));
    say(
      `creates, round ${round} of ${rounds}: ${creates.at(-1)?.toFixed(0)} against ${inserts.at(-1)?.toFixed(0)} a second`,
    );
  }
  for (const connection of connections) connection.close();
  const ratios = creates.map((rate, round) => rate / (inserts[round] ?? Number.NaN));
  return [
    figure('creates, eight at a time', 'a second', creates),
    figure('plain inserts, eight at a time', 'a second', inserts),
    figure("creates' part of plain inserts", '', ratios, GOAL),
  ];
}

/** Items per second, with eight at a time. */
async function rateOf<Item>(
  items: readonly Item[],
  work: (item: Item, worker: number) => Promise<unknown> | undefined,
): Promise<number> {
  // All workers take from one iterator.
  const left = items.values();
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: AT_ONCE }, async (_, worker) => {
        for (const item of left) await work(item, worker);
      }),
    ),
  );
  return items.length / (ms / 1000);
}
