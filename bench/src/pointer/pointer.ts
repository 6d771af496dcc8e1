import { type RunningApi, startApi } from '../api/api.ts';
import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { Child } from '../child.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { figure } from '../statistics.ts';
import type { BareOptions } from './bare-server.ts';
import type { LoadOptions, LoadResult } from './load.ts';

const POOL_SIZE = 10;
const CONNECTIONS = [8, 32];
const WARM_UP_SECONDS = 4;
const ROUND_SECONDS = 4;
const MOST_REQUESTS = 200_000;
const GOAL = { atLeast: 0.4 };

/** The pointer of the real API, with its token check, against a bare server with one SELECT. */
export const pointerBench: Bench = {
  name: 'pointer',
  title: 'requests per second for the live pointer, against a bare server with one SELECT',
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const directory = await newFolder(later);
  const database = await createDatabase(databaseUrl ?? '', later);
  const api = await startApi({
    database: { kind: 'postgres', url: database.url, poolSize: POOL_SIZE },
    directory,
    profiled: true,
  });
  later(() => api.stop());
  await publishSomething(api);

  const bareOptions: BareOptions = { databaseUrl: database.url, poolSize: POOL_SIZE, projectId: api.projectId };
  const bare = await Child.start<{ url: string }>(new URL('./bare-server.ts', import.meta.url), bareOptions, {
    profiled: true,
  });
  later(() => bare.child.end());
  const load = await Child.start(new URL('./load.ts', import.meta.url), null);
  later(() => load.child.end());
  const put = async (target: Target, connections: number, seconds: number): Promise<Round> => {
    await target.takeCpuMs();
    const options: LoadOptions = { url: target.url, token: api.readToken, connections, seconds, most: MOST_REQUESTS };
    const result = await load.child.ask<LoadResult>(options);
    return { ...result, cpuMicroseconds: (1000 * (await target.takeCpuMs())) / result.requests };
  };

  const stele: Target = {
    url: `${api.url}/v1/projects/${api.projectId}/snapshot/latest`,
    takeCpuMs: async () => (await api.take()).cpuMs,
  };
  const plain: Target = {
    url: bare.ready.url,
    takeCpuMs: async () => (await bare.child.ask<{ cpuMs: number }>({})).cpuMs,
  };
  for (const target of [plain, stele]) await put(target, Math.max(...CONNECTIONS), WARM_UP_SECONDS);
  const figures: Figure[] = [];
  for (const connections of CONNECTIONS) {
    const rounds: { plain: Round; stele: Round }[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const result = {
        plain: await put(plain, connections, ROUND_SECONDS),
        stele: await put(stele, connections, ROUND_SECONDS),
      };
      rounds.push(result);
      const [mine, bares] = [result.stele, result.plain].map(({ requestsPerSecond }) => Math.round(requestsPerSecond));
      say(`${connections} connections, round ${round} of ${ROUNDS}: ${mine} against ${bares} a second`);
    }
    figures.push(...figuresOf(connections, rounds));
  }
  return figures;
}

/** A server under load. */
interface Target {
  readonly url: string;
  takeCpuMs(): Promise<number>;
}

interface Round extends LoadResult {
  /** Processor time of the server's process for each request. */
  readonly cpuMicroseconds: number;
}

async function publishSomething({ admin, projectId }: RunningApi): Promise<void> {
  const entries = `/v1/projects/${projectId}/entries`;
  const created = await admin.post(entries, { collection_key: 'posts', values: { en: { title: 'Hello' } } });
  await admin.post(`${entries}/${created.id}/publish`, { locales: ['en'] });
}

function figuresOf(connections: number, rounds: readonly { plain: Round; stele: Round }[]): Figure[] {
  const at = `at ${connections} connections`;
  const ratios = rounds.map(({ plain, stele }) => stele.requestsPerSecond / plain.requestsPerSecond);
  const of = (target: 'plain' | 'stele', key: keyof Round): number[] => rounds.map((round) => round[target][key]);
  return [
    figure(`Stele ${at}`, 'requests/s', of('stele', 'requestsPerSecond')),
    figure(`bare server ${at}`, 'requests/s', of('plain', 'requestsPerSecond')),
    figure(`Stele's part of the bare server ${at}`, '', ratios, GOAL),
    figure(`Stele's median latency ${at}`, 'ms', of('stele', 'p50')),
    figure(`Stele's 99th percentile ${at}`, 'ms', of('stele', 'p99')),
    figure(`Stele's processor time a request ${at}`, 'µs', of('stele', 'cpuMicroseconds')),
    figure(`bare server's processor time a request ${at}`, 'µs', of('plain', 'cpuMicroseconds')),
  ];
}
