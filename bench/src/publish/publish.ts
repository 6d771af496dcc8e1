import { openDatabase } from '@stele/core';
import { checkLive } from '@stele/core/testing/live-state';
import { createDiskStorage } from '@stele/storage';
import { pino } from 'pino';
import { type RunningApi, startApi } from '../api/api.ts';
import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { figure, median, percentile } from '../statistics.ts';
import { fillProject, published, valuesOf } from './fill.ts';

const PUBLISHES_A_ROUND = 40;
const WARM_UP = 10;

const SCENARIOS = [
  { name: '100 entries of 2 kB', entries: 100, bytes: 2_000 },
  { name: '100,000 entries of 2 kB', entries: 100_000, bytes: 2_000 },
  { name: '2,000 entries of 100 kB', entries: 2_000, bytes: 100_000 },
] as const;

/** Publishing one edited entry in two locales, into a small and a large collection. */
export const publishBench: Bench = {
  name: 'publish',
  title: 'publishing one edited entry in two locales, into collections of several sizes',
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

interface Scenario {
  readonly name: string;
  readonly api: RunningApi;
  readonly ids: readonly string[];
  readonly bytes: number;
  edits: number;
}

/** The cost of one publish. */
interface Sample {
  readonly ms: number;
  readonly objects: number;
  /** Bytes of chunks and indexes for one locale, the mean of the two. */
  readonly bytesPerLocale: number;
  readonly statements: number;
}

async function measure({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const scenarios: Scenario[] = [];
  for (const { name, entries, bytes } of SCENARIOS) {
    say(`filling a collection with ${name}`);
    scenarios.push(await prepare(databaseUrl ?? '', { name, entries, bytes }, later));
  }
  for (const scenario of scenarios) for (let n = 0; n < WARM_UP; n++) await publishOne(scenario);
  const samples = new Map<Scenario, Sample[][]>(scenarios.map((scenario) => [scenario, []]));
  for (let round = 1; round <= ROUNDS; round++) {
    const now = new Map<Scenario, Sample[]>(scenarios.map((scenario) => [scenario, []]));
    for (let n = 0; n < PUBLISHES_A_ROUND; n++) {
      for (const scenario of scenarios) now.get(scenario)?.push(await publishOne(scenario));
    }
    for (const scenario of scenarios) {
      const taken = now.get(scenario) ?? [];
      samples.get(scenario)?.push(taken);
      say(`${scenario.name}, round ${round} of ${ROUNDS}: p95 ${percentile(times(taken), 0.95).toFixed(1)} ms`);
    }
  }
  return figuresOf(scenarios.map((scenario) => ({ name: scenario.name, rounds: samples.get(scenario) ?? [] })));
}

async function prepare(
  serverUrl: string,
  { name, entries, bytes }: { name: string; entries: number; bytes: number },
  later: Later,
): Promise<Scenario> {
  const directory = await newFolder(later);
  const database = await createDatabase(serverUrl, later);
  const settings = { kind: 'postgres', url: database.url } as const;
  const api = await startApi({ database: settings, directory, counting: true });
  later(() => api.stop());
  const storage = createDiskStorage(api.storage);
  const set = { entries, make: (number: number) => published(number, bytes) };
  const [ids = []] = await fillProject({
    databaseUrl: database.url,
    storage,
    project: { id: api.projectId },
    sets: [set],
  });
  later(async () => {
    const opened = await openDatabase(settings, { log: pino({ level: 'silent' }) });
    await checkLive(opened, storage, api.projectId).finally(() => opened.close());
  });
  return { name, api, ids, bytes, edits: 0 };
}

async function publishOne(scenario: Scenario): Promise<Sample> {
  const { api, ids, bytes } = scenario;
  const edit = scenario.edits++;
  const id = ids[(edit * 7919) % ids.length];
  const path = `/v1/projects/${api.projectId}/entries/${id}`;
  const entry = await api.admin.get(path);
  const title = `Edited ${edit}`;
  const values = { en: { ...valuesOf(edit, 'en', bytes), title }, de: { ...valuesOf(edit, 'de', bytes), title } };
  await api.admin.put(`${path}/draft`, { values, base_version: entry.version });
  await api.take();
  const started = performance.now();
  const result = await api.admin.post(`${path}/publish`, { locales: ['en', 'de'] });
  const ms = performance.now() - started;
  if (result.unchanged !== false) throw new Error('A publish changed nothing.');
  const { objects, fileBytes, statements } = await api.take();
  return { ms, objects, bytesPerLocale: fileBytes / 2, statements };
}

const times = (samples: readonly Sample[]): number[] => samples.map(({ ms }) => ms);

function figuresOf(results: readonly { name: string; rounds: readonly (readonly Sample[])[] }[]): Figure[] {
  const p95 = (rounds: readonly (readonly Sample[])[]): number[] =>
    rounds.map((round) => percentile(times(round), 0.95));
  const figures = results.flatMap(({ name, rounds }) => [
    figure(
      `${name}: p50`,
      'ms',
      rounds.map((round) => median(times(round))),
    ),
    figure(`${name}: p95`, 'ms', p95(rounds)),
    figure(
      `${name}: most written for a locale`,
      'bytes',
      rounds.map((round) => Math.max(...round.map((sample) => sample.bytesPerLocale))),
      {
        atMost: 1_000_000,
      },
    ),
    figure(
      `${name}: objects written`,
      '',
      rounds.map((round) => median(round.map(({ objects }) => objects))),
    ),
    figure(
      `${name}: SQL statements`,
      '',
      rounds.map((round) => Math.max(...round.map(({ statements }) => statements))),
    ),
  ]);
  const [small, large] = results.map(({ rounds }) => p95(rounds));
  const ratios = (large ?? []).map((value, round) => value / (small?.[round] ?? Number.NaN));
  return [...figures, figure('p95 with 100,000 entries, as a multiple of that with 100', '', ratios, { atMost: 1.5 })];
}
