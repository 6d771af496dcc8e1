import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkLive } from '@stele/core/testing/live-state';
import { sharedApp } from '@stele/core/testing/shared-app';
import type { TestApp, TestProject } from '@stele/core/testing/test-app';
import { collection, defineConfig, reference, slug, text } from '@stele/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkplace, type Run, type Workplace } from './support/stele.ts';

const { schema } = defineConfig({
  collections: [
    collection({ key: 'authors', fields: { name: text({ required: true }), handle: slug({ required: true }) } }),
    collection({
      key: 'posts',
      title: 'title',
      fields: {
        title: text({ localized: true, required: true, max: 20 }),
        urlSlug: slug({ localized: true, source: 'title', required: true }),
        body: text({ localized: true }),
        author: reference('authors'),
      },
    }),
  ],
});

let app: TestApp;
let project: TestProject;
let place: Workplace;
let entries: string;

beforeAll(async () => {
  app = await sharedApp();
  place = await makeWorkplace();
});
beforeEach(async () => {
  project = await app.project();
  entries = `/projects/${project.id}/entries`;
  const pushed = await project.api.post(`/projects/${project.id}/schema/sync`, { schema, base_version: 0 });
  expect(pushed.status).toBe(200);
});
afterAll(async () => {
  await place.remove();
});

async function run(lines: readonly object[], ...options: readonly string[]): Promise<Run> {
  const file = await place.write('content.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return place.run(['import', file, ...options], { STELE_URL: app.url, STELE_TOKEN: project.tokens.admin });
}
const imported = async (lines: readonly object[], ...options: readonly string[]) =>
  JSON.parse((await run(lines, ...options, '--json')).stdout);
const post = (values: object, external_id = 'first') => ({ collection: 'posts', external_id, values });
const author = (values: object) => ({ collection: 'authors', external_id: 'ada', values });
const stored = async (name = 'posts/first') => (await project.api.get(`${entries}/by-external-id/${name}`)).body;
const live = async (name: string) => {
  const { files } = await checkLive(app.database, app.storage, project.id);
  return (files[name] ?? []).map(({ values }) => values);
};

describe('an import that is run again', () => {
  it('publishes what failed before, once the file is right', async () => {
    const broken = await run([author({ en: { name: 'Ada' } })]);
    expect([broken.code, broken.stdout]).toEqual([2, expect.stringContaining('values.en.handle')]);
    const again = await imported([author({ en: { name: 'Ada', handle: 'ada' } })]);
    expect(again).toMatchObject({ created: 0, existed: 1, updated: 1, published: 1, failed: [] });
    expect(await live('authors.en')).toEqual([{ name: 'Ada', handle: 'ada' }]);
  });

  it('finds entries by ids in any form of Unicode', async () => {
    const [first, second] = ['u\u0308ber-uns', '\u00fcber-uns'];
    const lines = (id: string, other: string) => [
      { ...author({ en: { name: 'Ada', handle: id } }), external_id: id },
      post({ en: { title: 'One', author: { $entry: ['authors', other] } } }, id),
    ];
    expect(await imported(lines(first, second))).toMatchObject({ created: 2, failed: [] });
    for (const id of [second, first]) {
      expect(await imported(lines(id, id))).toMatchObject({ created: 0, existed: 2, updated: 0, failed: [] });
    }
    expect(await live('authors.en')).toEqual([{ name: 'Ada', handle: second }]);
  });

  it('adds translations, changes the fields that differ, and leaves all others', async () => {
    await imported([post({ en: { title: 'One', body: 'text' } })]);
    const again = await imported([post({ en: { title: 'Two' }, de: { title: 'Zwei' } })]);
    expect(again).toMatchObject({ updated: 1, published: 1, differing: 0, failed: [] });
    expect((await stored()).values).toEqual({
      en: { title: 'Two', urlSlug: 'one', body: 'text' },
      de: { title: 'Zwei', urlSlug: 'zwei' },
    });
    expect(await live('posts.de')).toEqual([{ title: 'Zwei', urlSlug: 'zwei' }]);
    expect(await live('posts.en')).toEqual([expect.objectContaining({ title: 'Two', body: 'text' })]);
    const { version } = await stored();
    expect(await imported([post({ en: { title: 'Two' }, de: { title: 'Zwei' } })])).toMatchObject({
      updated: 0,
      published: 0,
    });
    expect((await stored()).version).toBe(version);
  });

  it('keeps what was changed since, unless it may overwrite it', async () => {
    await imported([post({ en: { title: 'One' } })]);
    const { api: editor } = await app.person({ projectId: project.id, role: 'editor' });
    const { id, version } = await stored();
    const edit = { values: { en: { title: 'By hand' } }, base_version: version };
    expect((await editor.patch(`${entries}/${id}/draft`, edit)).status).toBe(200);
    const lines = [post({ en: { title: 'Newer', body: 'new' } })];
    const left = await run(lines);
    const told =
      'Changed by others since the import, and skipped: 1. Overwrite them with --overwrite-edits.\n  posts/first\n';
    expect([left.code, left.stdout]).toEqual([3, expect.stringContaining(told)]);
    const dry = await run(lines, '--dry-run', '--json');
    expect([dry.code, JSON.parse(dry.stdout)]).toEqual([
      3,
      expect.objectContaining({ skipped: [{ collection: 'posts', externalId: 'first', reason: 'changed' }] }),
    ]);
    expect((await stored()).values.en.title).toBe('By hand');
    expect(await imported(lines, '--overwrite-edits')).toMatchObject({ updated: 1, differing: 0, published: 1 });
    expect((await stored()).values.en).toMatchObject({ title: 'Newer', body: 'new' });
    // The last word is the import's again.
    expect(await imported([post({ en: { title: 'Newest' } })])).toMatchObject({ updated: 1, differing: 0 });
  });

  it.each(['unpublish', 'trash'] as const)('leaves off the site what was taken off by %s', async (way) => {
    const lines = [post({ en: { title: 'One' } })];
    const exported = [{ ...lines[0], live: { en: { title: 'One', urlSlug: 'one' } } }];
    await imported(lines);
    const { id } = await stored();
    if (way === 'unpublish')
      expect((await project.api.post(`${entries}/${id}/unpublish`, { locales: ['en'] })).status).toBe(200);
    else {
      expect((await project.api.delete(`${entries}/${id}`)).status).toBe(200);
      expect((await project.api.post(`${entries}/${id}/restore`)).status).toBe(200);
    }
    const { version } = await stored();
    for (const file of [lines, exported, [post({ en: { title: 'Newer' } })]]) {
      const skipped = [{ collection: 'posts', externalId: 'first', reason: 'changed' }];
      expect(await imported(file, '--dry-run')).toMatchObject({ skipped });
      expect(await imported(file)).toMatchObject({ updated: 0, published: 0, skipped });
      expect(await imported(file, '--existing', 'skip')).toMatchObject({ published: 0, skipped: [] });
    }
    expect((await stored()).version).toBe(version);
    expect(await live('posts.en')).toEqual([]);
    expect(await imported(lines, '--overwrite-edits')).toMatchObject({ published: 1, skipped: [] });
  });

  it('takes one line for an entry, the first, each time', async () => {
    const lines = [
      post({ en: { title: 'One' } }),
      post({ en: { title: 'Two' } }),
      post({ en: { title: 'Other' } }, 'b'),
    ];
    for (const options of [['--dry-run'], [], [], ['--dry-run']]) {
      const run = await imported(lines, ...options);
      expect(run.failed).toEqual([
        expect.objectContaining({
          externalId: 'first',
          place: expect.stringMatching(/content\.jsonl:2$/),
          message: expect.stringMatching(/^external_id: It means the same entry as .*content\.jsonl:1\./),
        }),
      ]);
      expect(run).toMatchObject({ documents: 2, skipped: [] });
    }
    expect((await stored()).values.en.title).toBe('One');
  });

  it('touches nothing with --existing skip, and fails with --existing fail', async () => {
    await imported([post({ en: { title: 'One' } })]);
    const lines = [post({ en: { title: 'Two' } }), post({ en: { title: 'Other' } }, 'second')];
    expect(await imported(lines, '--existing', 'skip')).toMatchObject({
      created: 1,
      existed: 1,
      updated: 0,
      failed: [],
    });
    const refused = await run(lines, '--existing', 'fail');
    expect([refused.code, refused.stdout]).toEqual([2, expect.stringContaining('There is an entry "first" in the')]);
    expect((await stored()).values.en.title).toBe('One');
    const wrong = await run(lines, '--existing', 'replace');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('update, skip, fail')]);
  });

  it('counts and lists warnings, and writes all into a report', async () => {
    const lines = [
      { ...post({ en: { title: 'One', author: { $entry: ['authors', 'ada'] } } }) },
      author({ en: { name: 'Ada' } }),
    ];
    const report = path.join(place.folder, 'report.json');
    const done = await run(lines, '--report', report);
    expect(done.stdout).toContain('1 warning:\n  posts/first, values.en.author: "Ada" is not live in English.');
    const written = JSON.parse(await readFile(report, 'utf8'));
    expect(written.warnings).toEqual([
      expect.objectContaining({ code: 'entry.refers_to_unpublished', externalId: 'first' }),
    ]);
    expect(written.failed).toEqual([expect.objectContaining({ collection: 'authors', externalId: 'ada' })]);
  });
});

describe('a dry run', () => {
  it('fails where the real run fails, with the same exit code, and writes nothing', async () => {
    await imported([post({ en: { title: 'There' } }, 'there')]);
    const lines = [
      post({ en: { title: 'Good' } }, 'good'),
      post({ en: { title: 'much longer than it may be' } }, 'long'),
      post({ en: { body: 'no title' } }, 'untitled'),
      post({ en: { title: 'x', titel: 'y' } }, 'unknown-field'),
      post({ en: { title: 'x', urlSlug: 'same' } }, 'same-1'),
      post({ en: { title: 'x', urlSlug: 'same' } }, 'same-2'),
      post({ en: { title: 'x', author: { $entry: ['authors', 'ada'] } } }, 'refers'),
      post({ en: { title: 'x', author: { $entry: ['authors', 'nobody'] } } }, 'refers-to-nobody'),
      post({ en: { title: 'and this one is too long as well' } }, 'there'),
      author({ en: { name: 'Ada', handle: 'ada' } }),
    ];
    const before = await app.database.prisma.entryVersion.count();
    const dry = await run(lines, '--dry-run', '--json');
    expect(await app.database.prisma.entryVersion.count()).toBe(before);
    const real = await run(lines, '--json');
    const namesOf = ({ stdout }: Run): string[] =>
      JSON.parse(stdout)
        .failed.map(({ externalId }: { externalId: string }) => externalId)
        .sort();
    // Lines that are worked on at once may claim a value in either order.
    const inEitherOrder = (names: string[]): string[] => names.map((name) => name.replace('same-1', 'same-2'));
    const failing = ['long', 'refers-to-nobody', 'same-2', 'there', 'unknown-field', 'untitled'];
    for (const ended of [dry, real]) expect(inEitherOrder(namesOf(ended))).toEqual(failing);
    expect([dry.code, real.code]).toEqual([2, 2]);
  });

  it('ends with 0 and the counts when all is well', async () => {
    await imported([post({ en: { title: 'There' } }, 'there')]);
    const lines = [post({ en: { title: 'New' } }, 'new'), post({ en: { title: 'Changed' } }, 'there')];
    const { code, stdout } = await run(lines, '--dry-run', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ to_create: 1, to_update: 1, failed: [], warnings: [], differing: 0 }),
    ]);
  });

  it('counts one of each in the singular', async () => {
    await imported([post({ en: { title: 'One' } }), author({ en: { name: 'Ada', handle: 'ada' } })]);
    const { id } = await stored('authors/ada');
    expect((await project.api.delete(`${entries}/${id}`)).status).toBe(200);
    const lines = [
      post({ en: { title: 'Two' } }),
      author({ en: { name: 'Ada', handle: 'ada' } }),
      post({ en: { nothing: 1 } }, 'bad'),
    ];
    expect((await run(lines, '--dry-run')).stdout).toContain(
      'Nothing was written. Of those there already, 1 would be changed. 1 line would fail.\n',
    );
    const { stdout } = await run(lines);
    const told = '\nIn the trash, and left there: 1. Restore those that you want to import.\n  authors/ada\n';
    expect(stdout).toContain(told);
    for (const option of [[], ['--dry-run'], ['--no-publish']]) {
      const { code } = await run([author({ en: { name: 'Ada', handle: 'ada' } })], ...option);
      expect(code).toBe(3);
    }
    expect((await run([author({ en: { name: 'Ada' } })], '--existing', 'skip')).code).toBe(0);
  });
});
