import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { type Later, withCleanUp } from '../clean-up.ts';
import { figure, median } from '../statistics.ts';
import { startDirectus } from './directus-peer.ts';
import { startPayload } from './payload-peer.ts';
import type { Peer, Work } from './peer.ts';
import { startStele } from './stele-peer.ts';
import { startStrapi } from './strapi-peer.ts';

const POSTS = 10_000;
const WORKS: readonly Work[] = ['create', 'save', 'publish', 'read one', 'list, with filter and search'];
/** Requests of each kind in a round, one after another. */
const REQUESTS = 40;
/** Posts that are created and published, and posts that are read, in a round, eight at a time. */
const IMPORTED = 160;
const READ = 400;
const AT_ONCE = 8;

/** Unit of each figure that a round measures. */
type Round = Readonly<Record<string, number>>;
const UNITS: Readonly<Record<string, string>> = {
  'created and published, eight at once': 'a second',
  'read, eight at once': 'a second',
  'memory after a cold start': 'MiB',
};

const OTHERS: Readonly<Record<string, (databaseUrl: string, posts: number, later: Later) => Promise<Peer>>> = {
  payload: startPayload,
  strapi: startStrapi,
  directus: startDirectus,
};

/** The same work in Stele and in other systems, in turns, on one PostgreSQL. */
export const peersBench: Bench = {
  name: 'peers',
  title: `the same work in Stele, Payload, Strapi and Directus, ${POSTS} posts in two locales, on one PostgreSQL, in turns`,
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure(
  { databaseUrl, say, only = Object.keys(OTHERS) }: BenchContext,
  later: Later,
): Promise<Figure[]> {
  const unknown = only.find((name) => !OTHERS[name]);
  if (unknown !== undefined) throw new Error(`Choose --only among ${Object.keys(OTHERS).join(', ')}, not ${unknown}.`);
  say(`filling Stele with ${POSTS} posts`);
  const peers = [await startStele(databaseUrl ?? '', POSTS, later)];
  for (const [name, start] of Object.entries(OTHERS)) {
    if (!only.includes(name)) continue;
    say(`installing ${name}, and filling it with ${POSTS} posts`);
    peers.push(await start(databaseUrl ?? '', POSTS, later));
  }
  for (const peer of peers) await measureRound(peer);
  const rounds = new Map<Peer, Round[]>(peers.map((peer) => [peer, []]));
  for (let number = 1; number <= ROUNDS; number++) {
    for (const peer of peers) {
      const round = await measureRound(peer);
      rounds.get(peer)?.push(round);
      const shown = Object.entries(round).map(([name, value]) => `${name} ${value.toFixed(1)}`);
      say(`round ${number} of ${ROUNDS}, ${peer.name}: ${shown.join('; ')}`);
    }
  }
  return toFigures(rounds);
}

/** Each figure of each system, and Stele's against each other system's, as ratios of the same round. */
function toFigures(rounds: ReadonlyMap<Peer, readonly Round[]>): Figure[] {
  const [ours = [], ...others] = rounds.values();
  const [, ...names] = [...rounds.keys()].map(({ name }) => name);
  return Object.keys(ours[0] ?? {}).flatMap((work) => {
    const of = (measured: readonly Round[]) => measured.map((round) => round[work] ?? Number.NaN);
    const unit = UNITS[work] ?? 'ms';
    const ratios = (theirs: readonly Round[]) => {
      const divisors = of(theirs);
      return of(ours).map((value, round) => value / (divisors[round] ?? Number.NaN));
    };
    return [
      figure(`${work}: Stele`, unit, of(ours)),
      ...others.flatMap((theirs, at) => [
        figure(`${work}: ${names[at]}`, unit, of(theirs)),
        figure(`${work}: Stele against ${names[at]}`, '', ratios(theirs)),
      ]),
    ];
  });
}

async function measureRound(peer: Peer): Promise<Round> {
  const round: Record<string, number> = {};
  for (const work of WORKS) {
    const taken: number[] = [];
    for (let n = 0; n < REQUESTS; n++) {
      const request = await peer.prepare(work);
      taken.push(await timed(request));
    }
    round[work] = median(taken);
  }
  round['created and published, eight at once'] = await rateOf(IMPORTED, () => peer.createAndPublish());
  round['read, eight at once'] = await rateOf(READ, async () => (await peer.prepare('read one'))());
  round['reading the whole site'] = await timed(async () => {
    const read = await peer.readSite();
    if (read < POSTS * 2) throw new Error(`${peer.name} gave ${read} of ${POSTS * 2} posts.`);
  });
  const { ms, mebibytes } = await peer.coldStart();
  return { ...round, 'cold start': ms, 'memory after a cold start': mebibytes };
}

/** How many a second, eight at a time. */
async function rateOf(count: number, work: () => Promise<unknown>): Promise<number> {
  let left = count;
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) await work();
      }),
    ),
  );
  return count / (ms / 1000);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
