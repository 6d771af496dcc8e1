import path from 'node:path';
import { type RunningApi, startApi } from '../api/api.ts';
import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { figure } from '../statistics.ts';
import { postOf, schema } from '../usual/site.ts';

const POSTS = 400;
/** Entries of a request to import. */
const BATCH = 200;
/** Requests at the same time, without batches. */
const AT_ONCE = 16;

type Database = Parameters<typeof startApi>[0]['database'];

/** Creating and publishing posts in two locales through HTTP, one by one and in batches in turns, without limits. */
export const importBench: Bench = {
  name: 'import',
  title: 'creating and publishing posts in two locales, with unique, ordered and referenced fields, without limits',
  needsPostgres: false,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const directory = await newFolder(later);
  const embedded = { kind: 'pglite', directory: path.join(directory, 'database') } as const;
  const figures = await measureOn('embedded', embedded, { say, later, atLeast: 150 });
  if (databaseUrl === null) {
    say('PostgreSQL was not measured: BENCH_DATABASE_URL is not set');
    return figures;
  }
  const { url } = await createDatabase(databaseUrl, later);
  return [...figures, ...(await measureOn('PostgreSQL', { kind: 'postgres', url }, { say, later, atLeast: 300 }))];
}

async function measureOn(
  name: string,
  database: Database,
  { say, later, atLeast }: Pick<BenchContext, 'say'> & { readonly later: Later; readonly atLeast: number },
): Promise<Figure[]> {
  const api = await startApi({ database, directory: await newFolder(later) });
  later(() => api.stop());
  const { admin, owner, projectId } = api;
  await owner.post(`/v1/projects/${projectId}/schema/sync`, { schema, base_version: 0 });
  const made = await admin.post(`/v1/projects/${projectId}/entries`, {
    collection_key: 'authors',
    values: { en: { name: 'Ada' } },
  });
  const rates: Record<string, number[]> = { 'one by one': [], 'in batches': [] };
  let first = 1;
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [way, load] of [
      ['one by one', oneByOne],
      ['in batches', inBatches],
    ] as const) {
      const posts = Array.from({ length: POSTS }, (_, n) => postOf(first + n, [made.id as string]));
      first += POSTS;
      const started = performance.now();
      await load(api, posts);
      rates[way]?.push(POSTS / ((performance.now() - started) / 1000));
      say(`${name}, ${way}, round ${round} of ${ROUNDS}: ${rates[way]?.at(-1)?.toFixed(0)} posts a second`);
    }
  }
  return Object.entries(rates).map(([way, found]) =>
    figure(`${name}, ${way}`, 'posts/s', found, way === 'in batches' ? { atLeast } : undefined),
  );
}

async function oneByOne({ admin, projectId }: RunningApi, posts: readonly object[]): Promise<void> {
  const entries = `/v1/projects/${projectId}/entries`;
  const left = posts.values();
  const work = async (): Promise<void> => {
    for (const values of left) {
      const entry = await admin.post(entries, { collection_key: 'posts', values, via: 'import' });
      await admin.post(`${entries}/${entry.id}/publish`, { locales: ['en', 'de'], via: 'import' });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function inBatches({ admin, projectId }: RunningApi, posts: readonly object[]): Promise<void> {
  for (let at = 0; at < posts.length; at += BATCH) {
    const entries = posts
      .slice(at, at + BATCH)
      .map((values) => ({ collection_key: 'posts', external_id: crypto.randomUUID(), values, publish: true }));
    const { data } = await admin.post(`/v1/projects/${projectId}/entries/import`, { entries });
    const failed = (data as { published: boolean }[]).find(({ published }) => !published);
    if (failed) throw new Error(JSON.stringify(failed));
  }
}
