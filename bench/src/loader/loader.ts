import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { Child } from '../child.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { figure } from '../statistics.ts';
import type { ClientOptions, ClientResult, Published, PublishRequest, SiteReady } from './protocol.ts';

/** How a website's build reads content with @stele/loader, in a new process each time. */
export const loaderBench: Bench = {
  name: 'loader',
  title: 'a build that reads a collection with @stele/loader: first, unchanged, after one edit; and its memory',
  needsPostgres: false,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

/** Builds of one collection in a new process. */
interface BuildOptions {
  readonly work: ClientOptions['work'];
  readonly live: Published;
  /** The expected number of entries. */
  readonly entries: number;
  readonly cache: string;
  readonly countsBytes?: boolean;
}

/** A content host with a pointer to the last published snapshot. */
interface Site {
  publish(request: PublishRequest): Promise<Published>;
  /** Builds in a new process. */
  build(options: BuildOptions): Promise<ClientResult>;
}

async function measure({ say }: BenchContext, later: Later): Promise<Figure[]> {
  return [
    ...(await measureTimes(await startSite(later), later, say)),
    ...(await measureEdit(await startSite(later), later, say)),
    ...(await measureMemory(await startSite(later), later, say)),
  ];
}

async function measureTimes(site: Site, later: Later, say: BenchContext['say']): Promise<Figure[]> {
  const entries = 10_000;
  const bytes = 2_000;
  const rounds: Record<'plain' | 'first' | 'unchanged' | 'edited', ClientResult>[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const options = { entries, live: await site.publish({ entries, bytes }), cache: await newFolder(later) };
    const plain = await site.build({ ...options, work: 'plain' });
    const first = await site.build({ ...options, work: 'load' });
    const unchanged = await site.build({ ...options, work: 'load' });
    const live = await site.publish({ entries, bytes, edited: round * 791 });
    const edited = await site.build({ ...options, live, work: 'load' });
    const times = [plain, first, unchanged, edited].map(({ ms }) => ms.toFixed(0));
    say(`round ${round}: plain, first, unchanged, edited: ${times.join(', ')} ms`);
    // The first round fills the content host's caches.
    if (round > 0) rounds.push({ plain, first, unchanged, edited });
  }
  const name = '10,000 entries of 2 kB, every value read';
  const of = (which: keyof (typeof rounds)[0], key: 'ms' | 'importMs' | 'requests'): number[] =>
    rounds.map((round) => round[which][key]);
  const ratios = rounds.map(({ plain, first }) => first.ms / plain.ms);
  return [
    figure('import of the loader in a bare process', 'ms', of('unchanged', 'importMs')),
    figure(`${name}: fetch and JSON.parse of one file`, 'ms', of('plain', 'ms')),
    figure(`${name}: first load`, 'ms', of('first', 'ms'), { atMost: 600 }),
    figure(`${name}: first load, as a multiple of fetch and JSON.parse`, '', ratios, { atMost: 2 }),
    figure(`${name}: first load, requests`, '', of('first', 'requests')),
    figure(`${name}: nothing changed`, 'ms', of('unchanged', 'ms'), { atMost: 250 }),
    figure(`${name}: nothing changed, requests`, '', of('unchanged', 'requests'), { atMost: 2 }),
    figure(`${name}: one edited`, 'ms', of('edited', 'ms'), { atMost: 280 }),
    figure(`${name}: one edited, requests`, '', of('edited', 'requests'), { atMost: 6 }),
  ];
}

async function measureEdit(site: Site, later: Later, say: BenchContext['say']): Promise<Figure[]> {
  const [entries, bytes] = [100_000, 2_000];
  const cache = await newFolder(later);
  const options = { work: 'iterate', entries, cache, countsBytes: true } as const;
  await site.build({ ...options, live: await site.publish({ entries, bytes }) });
  const results: ClientResult[] = [];
  const shares: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const live = await site.publish({ entries, bytes, edited: (round * 7919) % entries });
    const result = await site.build({ ...options, live });
    results.push(result);
    shares.push((100 * result.bytes) / live.bytes);
    say(`one edited of 100,000, round ${round}: ${result.requests} requests, ${result.bytes} bytes`);
  }
  const name = '100,000 entries of 2 kB, one edited';
  return [
    figure(
      `${name}: requests`,
      '',
      results.map(({ requests }) => requests),
      { atMost: 6 },
    ),
    figure(`${name}: share of the bytes`, '%', shares, { atMost: 1 }),
    figure(
      `${name}: time`,
      'ms',
      results.map(({ ms }) => ms),
    ),
  ];
}

async function measureMemory(site: Site, later: Later, say: BenchContext['say']): Promise<Figure[]> {
  const entries = 50_000;
  const live = await site.publish({ entries, bytes: 2_000 });
  const peaks: Record<'load' | 'iterate', number[]> = { load: [], iterate: [] };
  for (let round = 1; round <= ROUNDS; round++) {
    for (const work of ['iterate', 'load'] as const) {
      const { peakBytes } = await site.build({ work, live, entries, cache: await newFolder(later) });
      peaks[work].push(peakBytes / live.bytes);
      say(`memory for ${live.bytes} bytes, ${work}, round ${round}: ${(peakBytes / 1e6).toFixed(0)} MB above idle`);
    }
  }
  const name = 'first load of 100 MB, memory above idle as a multiple of its bytes';
  return [
    figure(`${name}: iterate`, '', peaks.iterate, { atMost: 1 }),
    figure(`${name}: load`, '', peaks.load, { atMost: 4 }),
  ];
}

async function startSite(later: Later): Promise<Site> {
  const directory = await newFolder(later);
  const { child, ready } = await Child.start<SiteReady>(new URL('./site-server.ts', import.meta.url), { directory });
  later(() => child.end());
  return {
    publish: (request) => child.ask<Published>(request),
    build: ({ live, entries, countsBytes = false, ...options }) =>
      build({ ...options, site: ready, snapshotId: live.snapshotId, countsBytes }, entries),
  };
}

async function build(options: ClientOptions, entries: number): Promise<ClientResult> {
  const { child } = await Child.start(new URL('./client.mjs', import.meta.url), options, { plain: true });
  try {
    const result = await child.ask<ClientResult>({});
    if (result.entries === entries) return result;
    throw new Error(`A build saw ${result.entries} entries, not ${entries}.`);
  } finally {
    await child.end();
  }
}
