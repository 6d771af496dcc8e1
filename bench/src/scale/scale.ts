import { createDiskStorage } from '@stele/storage';
import { startApi } from '../api/api.ts';
import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { fillProject } from '../publish/fill.ts';
import { BareInserts } from './bare-inserts.ts';
import { measureCreates } from './creates.ts';
import { measureLists } from './lists.ts';
import type { ScaleProject } from './project.ts';
import { measureRestores } from './restores.ts';
import { measureSingles } from './singles.ts';
import { entryOf } from './texts.ts';

const SMALL = 1_000;
const LARGE = 100_000;

/** Lists, entries and restorations of a large project against those of a small one. */
export const scaleBench: Bench = {
  name: 'scale',
  title: '100,000 entries of 2 kB in two locales against 1,000: lists, entries, creates, restorations',
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure(context: BenchContext, later: Later): Promise<Figure[]> {
  const { say } = context;
  const prepare = async (entries: number): Promise<ScaleProject> => {
    say(`filling a project with ${entries} entries`);
    const directory = await newFolder(later);
    const database = await createDatabase(context.databaseUrl ?? '', later);
    const api = await startApi({
      database: { kind: 'postgres', url: database.url },
      directory,
      profiled: entries === LARGE,
    });
    later(() => api.stop());
    const storage = createDiskStorage(api.storage);
    const set = { entries, make: (number: number) => entryOf(number, entries) };
    const project = { id: api.projectId };
    const [ids = []] = await fillProject({ databaseUrl: database.url, storage, project, sets: [set] });
    return { api, databaseUrl: database.url, entries, ids, made: 0 };
  };
  const small = await prepare(SMALL);
  const large = await prepare(LARGE);
  const bare = await BareInserts.open(large.databaseUrl);
  later(() => bare.close());
  const figures: Figure[] = [];
  for (const measureAll of [measureLists, measureSingles] as const) {
    figures.push(...(await measureAll(say, small, large, ROUNDS)));
  }
  figures.push(...(await measureCreates(say, large, bare, ROUNDS)));
  figures.push(...(await measureRestores(say, large, ROUNDS)));
  return figures;
}
