import pg from 'pg';
import { startApi } from '../api/api.ts';
import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { figure, median } from '../statistics.ts';
import { prepareAttacks } from './attacks.ts';
import { type Chore, prepareChores, startPeer } from './victim.ts';

/** How long one person waits while another one overloads the API. */
export const fairnessBench: Bench = {
  name: 'fairness',
  title: "an upload, a webhook, a deployment and a publish beside someone else's slow imports, webhooks and GIFs",
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

/** Each attack has its own API, which is measured idle just before. */
async function measure({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (let number = 0; ; number++) {
    const peer = await startPeer();
    later(async () => peer.close());
    const directory = await newFolder(later);
    const database = await createDatabase(databaseUrl ?? '', later);
    const api = await startApi({
      database: { kind: 'postgres', url: database.url },
      directory,
      allowsPrivateTargets: true,
      origins: { 'https://api.netlify.com': peer.url },
    });
    later(() => api.stop());
    const chores = await prepareChores(api, peer);
    await giveToAnother(database.url, api.projectId);
    const attacks = await prepareAttacks(api, database.url, peer.url);
    const attack = attacks[number];
    if (!attack) return figures;
    await timesOf(chores);
    const idle = await timesOf(chores);
    await attack.begin();
    const beside = await timesOf(chores);
    for (const { name } of chores) {
      const [before = [], after = []] = [idle.get(name), beside.get(name)];
      const usual = median(before);
      const ratios = after.map((ms) => ms / usual);
      say(`${name} beside ${attack.name}: ${usual.toFixed(0)} and ${median(after).toFixed(0)} ms`);
      figures.push(figure(`${name} beside ${attack.name}, as a multiple`, '', ratios, { atMost: 2 }));
    }
  }
}

/** Gives a project another owner than all the others. */
async function giveToAnother(databaseUrl: string, projectId: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('UPDATE projects SET maker_id = $1 WHERE id = $2', ['usr_another', projectId]);
  await client.end();
}

async function timesOf(chores: readonly Chore[]): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, time } of chores) times.set(name, [...(times.get(name) ?? []), await time()]);
  }
  return times;
}
