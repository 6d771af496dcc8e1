import path from 'node:path';
import { type RunningApi, startApi } from '../api/api.ts';
import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { figure } from '../statistics.ts';

const DOCUMENTS = 200;
/** As `stele import` does. */
const AT_ONCE = 16;

/** Creating and publishing documents through HTTP on the embedded defaults, without limits. */
export const importBench: Bench = {
  name: 'import',
  title: 'creating and publishing documents of 4 kB in two locales, embedded, without limits',
  needsPostgres: false,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ say }: BenchContext, later: Later): Promise<Figure[]> {
  const directory = await newFolder(later);
  const database = { kind: 'pglite', directory: path.join(directory, 'database') } as const;
  const api = await startApi({ database, directory });
  later(() => api.stop());
  const rates: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const started = performance.now();
    let next = 0;
    const work = async (): Promise<void> => {
      for (let n = next++; n < DOCUMENTS; n = next++) await importOne(api, round * DOCUMENTS + n);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    rates.push(DOCUMENTS / ((performance.now() - started) / 1000));
    say(`round ${round} of ${ROUNDS}: ${rates.at(-1)?.toFixed(0)} documents a second`);
  }
  return [figure('imported', 'documents/s', rates)];
}

async function importOne({ admin, projectId }: RunningApi, number: number): Promise<void> {
  const text = `Document ${number}. `.repeat(120);
  const values = { en: { title: `en ${number}`, text }, de: { title: `de ${number}`, text } };
  const entries = `/v1/projects/${projectId}/entries`;
  const entry = await admin.post(entries, { collection_key: 'docs', values, via: 'import' });
  await admin.post(`${entries}/${entry.id}/publish`, { locales: ['en', 'de'], via: 'import' });
}
