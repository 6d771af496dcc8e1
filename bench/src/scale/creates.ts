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

/** Makes entries in a large project, eight at a time, and writes their values as plain rows the same way. */
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
  const nextValues = () => entryOf(project.entries + project.made++, project.entries).values;
  const create = (connection: number): Promise<void> | undefined =>
    connections[connection]?.post(entriesOf(project), { collection_key: 'posts', values: nextValues() });
  const insert = (): Promise<void> => bare.insert(nextValues());
  await rateOf(CREATES / 4, create);
  await rateOf(INSERTS / 4, insert);
  const creates: number[] = [];
  const inserts: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    creates.push(await rateOf(CREATES, create));
    inserts.push(await rateOf(INSERTS, insert));
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

/** How often a second something is done, eight at a time. */
async function rateOf(times: number, work: (worker: number) => Promise<unknown> | undefined): Promise<number> {
  let left = times;
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: AT_ONCE }, async (_, worker) => {
        while (left-- > 0) await work(worker);
      }),
    ),
  );
  return times / (ms / 1000);
}
