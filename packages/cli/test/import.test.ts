import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { limits, parseLimits } from '@stele/core/testing/limits';
import { checkLive } from '@stele/core/testing/live-state';
import { sharedApp } from '@stele/core/testing/shared-app';
import { startTestApp, type TestApp, TestClock, type TestProject } from '@stele/core/testing/test-app';
import { collection, defineConfig, reference, slug, text } from '@stele/schema';
import { startProxy } from '@stele/testing/proxy';
import { rounds } from '@stele/testing/rounds';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { spawnStele } from './support/spawned.ts';
import { makeWorkplace, type Workplace } from './support/stele.ts';

let app: TestApp;
let project: TestProject;
let place: Workplace;

beforeAll(async () => {
  const { database, storage } = await sharedApp();
  // Imported entries count against the limit of imports.
  const limits = parseLimits('entry.create=1,entry.import=100000,entry.publish=100000,entry.list=100000');
  app = await startTestApp({ database, wrapStorage: () => storage, limits });
  place = await makeWorkplace(() => ({ STELE_URL: app.url, STELE_TOKEN: project.tokens.admin }));
});
beforeEach(async () => {
  project = await app.project({ locales: ['en'] });
});
afterAll(async () => {
  await app.close();
  await place.remove();
});

const documents = (count: number, locales = ['en', 'de']) =>
  Array.from({ length: count }, (_, n) => ({
    slug: `doc-${n}`,
    locales: Object.fromEntries(
      locales.map((locale) => [locale, { title: `${locale} ${n}`, body: `# ${n}\n\n${'text '.repeat(n)}` }]),
    ),
  }));

function write(name: string, lines: object[]): Promise<string> {
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  return place.write(name, name.endsWith('.gz') ? gzipSync(text) : text);
}

const live = async () => {
  const { files } = await checkLive(app.database, app.storage, project.id);
  return Object.fromEntries(
    Object.entries(files).map(([name, entries]) => [name, entries.map(({ values }) => values)]),
  );
};

describe('stele import', () => {
  it('creates and publishes every document in every locale, exactly', async () => {
    const docs = documents(25);
    const file = await write('docs.jsonl.gz', docs);
    const run = await place.run(['import', file, '-c', 'docs', '--add-locales']);
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toContain('Added the locale de.');
    expect(run.stdout).toContain('25 created, 0 changed, 0 unchanged, 0 failed; 25 published.');
    const content = await live();
    const byTitle = (list: object[] = []) =>
      [...list].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
    for (const locale of ['en', 'de'] as const) {
      expect(byTitle(content[`docs.${locale}`])).toEqual(byTitle(docs.map(({ locales }) => locales[locale] ?? {})));
    }
  });

  it('creates and publishes many entries together, those that refer to earlier ones as well', async () => {
    const { schema } = defineConfig({
      collections: [
        collection({ key: 'authors', fields: { name: text() } }),
        collection({ key: 'posts', fields: { title: text({ localized: true }), author: reference('authors') } }),
      ],
    });
    await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
    const lineOf = (collection: string, n: number, values: object) => ({
      collection,
      external_id: `${collection}-${n}`,
      values: { en: values },
    });
    const of = (count: number, make: (n: number) => object) => Array.from({ length: count }, (_, n) => make(n));
    const file = await write('blog.jsonl', [
      ...of(100, (n) => lineOf('authors', n, { name: `Author ${n}` })),
      ...of(150, (n) =>
        lineOf('posts', n, { title: `Post ${n}`, author: { $entry: ['authors', `authors-${n % 100}`] } }),
      ),
      lineOf('posts', 150, { title: 'x', colour: 'red' }),
      // Makes its whole request invalid.
      { ...lineOf('posts', 151, { title: 'x' }), external_id: 'x'.repeat(300) },
    ]);
    const { sequence: before } = await checkLive(app.database, app.storage, project.id);
    const run = await place.run(['import', file, '--json']);
    expect(JSON.parse(run.stdout)).toMatchObject({ created: 250, published: 250, warnings: [] });
    expect(JSON.parse(run.stdout).failed).toMatchObject([
      { externalId: 'posts-150' },
      { externalId: expect.stringContaining('xxx') },
    ]);
    const { sequence, files } = await checkLive(app.database, app.storage, project.id);
    expect([files['authors.en']?.length, files['posts.en']?.length, sequence - before]).toEqual([100, 150, 3]);
    const again = JSON.parse((await place.run(['import', file, '--json'])).stdout);
    expect(again).toMatchObject({ created: 0, published: 0, unchanged: 250, updated: 0 });
  });

  it('publishes pages of a tree after those above, in whatever order the file has them', async () => {
    const { schema } = defineConfig({
      collections: [collection({ key: 'pages', tree: true, fields: { slug: slug() } })],
    });
    await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
    const lines = Array.from({ length: 10 }, (_, level) => {
      const parent = level === 0 ? null : { $entry: ['pages', `page-${level - 1}`] };
      return { collection: 'pages', external_id: `page-${level}`, values: { en: { slug: `p${level}`, parent } } };
    });
    const run = await place.run(['import', await write('tree.jsonl', lines.toReversed())]);
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toContain('10 created, 0 changed, 0 unchanged, 0 failed; 10 published.');
    const paths = (await live())['pages.en']?.map(({ _page: page }) => (page as { path: string }).path);
    expect(paths).toContain(`/${lines.map(({ values }) => values.en.slug).join('/')}`);
  });

  it('says what it would do, and how long it takes with the standard limits', async () => {
    const file = await write('many.jsonl', documents(420, ['en']));
    const run = await place.run(['import', file, '-c', 'docs', '--dry-run']);
    expect(run.stdout).toContain('420 entries in 1 locale: 420 to create, 0 there already, 420 to publish.');
    expect(run.stdout).toContain('within the standard limits');
    const { schema } = defineConfig({
      collections: [collection({ key: 'docs', fields: { next: reference('docs') } })],
    });
    await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
    const next = (n: number) => ({ $entry: ['docs', `doc-${(n + 1) % 420}`] });
    const lines = Array.from({ length: 420 }, (_, n) => ({
      collection: 'docs',
      external_id: `doc-${n}`,
      values: { en: { next: next(n) } },
    }));
    // Each waits for the one after it, and goes live by itself.
    const circle = await place.run(['import', await write('circle.jsonl', lines), '--dry-run']);
    expect(circle.stdout).toContain('takes about 13 min');
    expect(await app.database.prisma.entry.count({ where: { projectId: project.id } })).toBe(0);
  });

  it('can be killed at any time and run again, without duplicates', { tags: ['full'] }, async () => {
    const file = await write('resume.jsonl', documents(60, ['en']));
    for (const created of rounds({ short: 1, long: 3 }) === 1 ? [20] : [5, 20, 40]) {
      const env = { STELE_URL: app.url, STELE_TOKEN: project.tokens.admin };
      const { child, ended } = spawnStele(['import', file, '-c', 'docs'], { folder: place.folder, env });
      await expect
        .poll(() => app.database.prisma.entry.count({ where: { projectId: project.id } }), { interval: 5 })
        .toBeGreaterThanOrEqual(created);
      child.kill('SIGKILL');
      expect((await ended).code).toBe(-1);
    }
    const run = await place.run(['import', file, '-c', 'docs', '--json']);
    const summary = JSON.parse(run.stdout);
    expect(summary).toMatchObject({ documents: 60, failed: [] });
    expect(summary.created + summary.existed).toBe(60);
    expect(await app.database.prisma.entry.count({ where: { projectId: project.id } })).toBe(60);
    expect((await live())['docs.en']).toHaveLength(60);
    const again = JSON.parse((await place.run(['import', file, '-c', 'docs', '--json'])).stdout);
    expect(again).toMatchObject({ created: 0, existed: 60, published: 0, unchanged: 60 });
  });

  it('is killed between two calls that move entries, and the next one moves the rest', { tags: ['full'] }, async () => {
    const { schema } = defineConfig({
      collections: [collection({ key: 'steps', order: 'manual', fields: { title: text({ localized: true }) } })],
    });
    await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
    const lines = Array.from({ length: 620 }, (_, n) => ({
      collection: 'steps',
      external_id: `step-${n}`,
      values: { en: { title: `${n}` } },
      order: 620 - n,
    }));
    const file = await write('steps.jsonl', lines);
    const args = ['import', file, '--no-publish', '--json'];
    let calls = 0;
    let kill = (): void => undefined;
    const proxy = await startProxy(app.url, async (request) => {
      if (request.url?.endsWith('/entries/order') && ++calls > 1) kill();
      return calls > 1;
    });
    try {
      const env = { STELE_URL: proxy.url, STELE_TOKEN: project.tokens.admin };
      const { child, ended } = spawnStele(args, { folder: place.folder, env });
      kill = () => void child.kill('SIGKILL');
      expect((await ended).code).toBe(-1);
    } finally {
      await proxy.close();
    }
    const steps = async (): Promise<string[]> => {
      const sorted = { projectId: project.id };
      const entries = await app.database.prisma.entry.findMany({ where: sorted, orderBy: { position: 'asc' } });
      return entries.map(({ externalId }) => externalId ?? '');
    };
    const wanted = lines.map(({ external_id }) => external_id).reverse();
    expect((await steps()).slice(0, 500)).toEqual(wanted.slice(0, 500));
    expect(await steps()).not.toEqual(wanted);
    expect(JSON.parse((await place.run(args)).stdout)).toMatchObject({ created: 0, failed: [] });
    expect(await steps()).toEqual(wanted);
    // An entry that somebody moved since keeps its place.
    const [first, second] = await app.database.prisma.entry.findMany({
      where: { projectId: project.id, externalId: { in: ['step-619', 'step-0'] } },
      orderBy: { position: 'asc' },
    });
    const move = { collection_key: 'steps', entry_ids: [first?.id], after: second?.id };
    expect((await project.api.post(`/projects/${project.id}/entries/order`, move)).status).toBe(200);
    await place.run(args);
    expect(await steps()).toEqual([...wanted.slice(1), wanted[0]]);
  });

  it('waits for a limit as long as Retry-After says', async () => {
    const clock = new TestClock(Date.now());
    const limited = await startTestApp({
      database: app.database,
      wrapStorage: () => app.storage,
      limits: parseLimits('entry.publish=1000'),
      clock,
    });
    try {
      const spent = await Promise.all(
        Array.from({ length: 1000 }, () => limited.services.limiter.spend(limits['entry.publish'], project.id)),
      );
      expect(spent).toHaveLength(1000);
      const file = await write('slow.jsonl', documents(1, ['en']));
      const waits: number[] = [];
      const run = await place.run(
        ['import', file, '-c', 'docs'],
        { STELE_URL: limited.url },
        {
          sleep: async (ms) => {
            waits.push(ms);
            clock.advance(ms);
          },
        },
      );
      expect([run.code, run.stderr]).toEqual([0, '']);
      expect(waits).toHaveLength(1);
      expect(run.stdout).toMatch(/Waiting \d+ s: .*entry\.publish is 1000 per 60 seconds/);
    } finally {
      await limited.close();
    }
  });

  it('goes on after a document that is refused, names it, and ends with 2', async () => {
    const file = await write('bad.jsonl', [
      ...documents(2, ['en']),
      { slug: 'large', locales: { en: { text: 'x'.repeat(1024 * 1024) } } },
    ]);
    const run = await place.run(['import', file, '-c', 'docs']);
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('2 created, 0 changed, 0 unchanged, 1 failed; 2 published.');
    expect(run.stdout).toMatch(/1 failure:\n {2}\S+bad\.jsonl:3, \w+\/large.*: .*\.\n$/);
  });

  it('changes nothing in a dry run, not even locales', async () => {
    const file = await write('dry.jsonl', documents(2));
    const run = await place.run(['import', file, '-c', 'docs', '--add-locales', '--dry-run']);
    expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('Would add the locale de.')]);
    const { locales } = await app.database.prisma.project.findUniqueOrThrow({ where: { id: project.id } });
    expect(locales).toEqual(['en']);
  });

  it('leaves drafts alone that an editor made of live entries, and locales that an entry lacks', async () => {
    await place.run(['import', await write('edited.jsonl', documents(1, ['en'])), '-c', 'docs']);
    const [entry] = (await project.api.get(`/projects/${project.id}/entries`)).body.data;
    const draft = { values: { en: { title: 'not yet' } }, base_version: entry.version };
    await project.api.put(`/projects/${project.id}/entries/${entry.id}/draft`, draft);
    const again = await place.run(['import', await write('edited.jsonl', documents(1)), '-c', 'docs', '--add-locales']);
    expect([again.code, again.stdout]).toEqual([3, expect.stringContaining('0 published')]);
    expect((await live())['docs.en']).toEqual([expect.objectContaining({ title: 'en 0' })]);
  });

  it('creates only drafts when asked to', async () => {
    const file = await write('drafts.jsonl', documents(3, ['en']));
    expect((await place.run(['import', file, '-c', 'docs', '--no-publish'])).stdout).toContain(
      '3 created, 0 changed, 0 unchanged, 0 failed; 0 published.',
    );
    expect(await live()).toEqual({});
  });

  it('ends with 2 and a sentence that says what to do', async () => {
    const file = await write('ok.jsonl', documents(1));
    const broken = await place.write('broken.jsonl', '{"slug": \n');
    const cases: [string[], Record<string, string>, string][] = [
      [['import', file, '-c', 'docs'], {}, 'Run it again with --add-locales'],
      [['import', broken, '-c', 'docs'], {}, "broken.jsonl:1: It isn't JSON."],
      [['import', path.join(place.folder, 'none.jsonl'), '-c', 'docs'], {}, 'There is no readable file'],
      [['import', file, '-c', 'docs'], { STELE_TOKEN: 'nonsense' }, '401 auth.invalid_token'],
      [
        ['import', file, '-c', 'docs'],
        { STELE_TOKEN: project.tokens.read_published },
        'Importing needs an admin token',
      ],
      [['import', file, '-c', 'docs'], { STELE_URL: 'localhost:3000' }, 'is not a valid address'],
      [['import', file, '-c', 'docs'], { STELE_URL: '' }, 'Give the address of the API'],
      [['import', file], {}, 'It names no collection. Say with --collection'],
    ];
    for (const [args, env, sentence] of cases) {
      const run = await place.run(args, env);
      expect([run.code === 0, run.stderr], sentence).toEqual([false, expect.stringContaining(sentence)]);
    }
  });
});
