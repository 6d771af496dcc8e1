import { fillEntries } from '@stele/core/testing/fill-entries';
import { createLoader } from '@stele/loader';
import pg from 'pg';
import { startApi } from '../api/api.ts';
import { type Bench, type BenchContext, type Figure, ROUNDS } from '../bench.ts';
import { type Later, newFolder, withCleanUp } from '../clean-up.ts';
import { createDatabase } from '../database.ts';
import { timed } from '../scale/project.ts';
import { figure } from '../statistics.ts';

const ENTRIES = 10_000;
const TEXT = 'x'.repeat(1_900);

/** How a preview reads drafts of a large collection. */
export const draftsBench: Bench = {
  name: 'drafts',
  title: 'a preview that reads 10,000 drafts of 2 kB: first, unchanged, after one save; and one draft',
  needsPostgres: true,
  run: (context) => withCleanUp((later) => measure(context, later)),
};

async function measure({ databaseUrl, say }: BenchContext, later: Later): Promise<Figure[]> {
  const database = await createDatabase(databaseUrl ?? '', later);
  const api = await startApi({ database: { kind: 'postgres', url: database.url }, directory: await newFolder(later) });
  later(() => api.stop());
  const pool = new pg.Pool({ connectionString: database.url });
  later(() => pool.end());
  const ids = await fillEntries(pool, { id: api.projectId }, ENTRIES, (n) => {
    const title = `Draft ${n}`;
    return { collection: 'posts', state: 'draft', title, values: { en: { title, slug: `d-${n}`, text: TEXT } } };
  });
  const times: Record<'first' | 'unchanged' | 'saved' | 'one', number[]> = {
    first: [],
    unchanged: [],
    saved: [],
    one: [],
  };
  for (let round = 0; round < ROUNDS; round++) {
    const options = {
      url: api.url,
      projectId: api.projectId,
      token: api.adminToken,
      drafts: true,
      log: false,
    } as const;
    const loader = createLoader(options);
    const load = () => loader.load('posts', { locale: 'en' });
    times.first.push(await timed(load));
    times.unchanged.push(await timed(load));
    const entry = `/v1/projects/${api.projectId}/entries/${ids[round]}/draft`;
    await api.admin.put(entry, { values: { en: { title: 'Saved' } }, base_version: 1 });
    times.saved.push(await timed(load));
    times.one.push(await timed(() => loader.entry('posts', { slug: `d-${ENTRIES - 1 - round}` }, { locale: 'en' })));
    const last = Object.entries(times).map(([name, list]) => `${name} ${list.at(-1)?.toFixed(0)}`);
    say(`round ${round + 1}: ${last.join(', ')} ms`);
  }
  return [
    figure('all, the first time', 'ms', times.first, { atMost: 1000 }),
    figure('all, when none changed', 'ms', times.unchanged),
    figure('all, after one was saved', 'ms', times.saved, { atMost: 1000 }),
    figure('one, by its slug', 'ms', times.one),
  ];
}
