import { startProxy } from '@stele/testing/proxy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eachConnected } from './support/connected.ts';

const at = eachConnected({ locales: ['en', 'de'], name: 'Blog' });

/** Pushes a schema with a collection `posts` of these fields. */
const push = (fields: string): Promise<void> => at.push({ posts: fields }, '--allow-invalid');
const published = (values: Readonly<Record<string, object>>): Promise<string> => at.publish('posts', values);

async function edit(id: string, locale: string, values: object): Promise<void> {
  const { body } = await at.project.api.get(`${at.entries}/${id}`);
  const draft = { values: { [locale]: values }, base_version: body.version };
  expect((await at.project.api.patch(`${at.entries}/${id}/draft`, draft)).status).toBe(200);
}

/** The live content of an entry. */
async function live(id: string): Promise<unknown> {
  return (await at.project.api.get(`${at.entries}/${id}?include=live_values`)).body.live_values;
}

async function draft(id: string): Promise<unknown> {
  return (await at.project.api.get(`${at.entries}/${id}`)).body.values;
}

describe('stele fill', () => {
  it('names live entries that it could not publish, and publishes them when it is run again', async () => {
    await push('headline: s.text(), rank: s.integer()');
    const good = await published({ en: { headline: 'One', rank: 1 } });
    const bad = await published({ en: { headline: 'Two' } });
    const also = await published({ en: { headline: 'Three', rank: 3 } });
    await push('headline: s.text(), title: s.text(), rank: s.integer({ required: true })');

    const first = await at.stele('fill', 'posts.headline:title');
    expect([first.code, first.stderr]).toEqual([1, '']);
    expect(first.stdout).toContain('Filled posts.title of 3 entries, and published 2 entries.\n');
    expect(first.stdout).toMatch(new RegExp(`^ {2}${bad} \\(en\\): .*rank`, 'm'));
    expect(first.stdout).not.toMatch(new RegExp(`${good}|${also}`));
    expect(await live(good)).toEqual({ en: { headline: 'One', title: 'One', rank: 1 } });
    expect(await live(also)).toEqual({ en: { headline: 'Three', title: 'Three', rank: 3 } });
    expect(await live(bad)).toEqual({ en: { headline: 'Two' } });

    const second = await at.stele('fill', 'posts.headline:title', '--json');
    expect([second.code, JSON.parse(second.stdout)]).toEqual([
      1,
      {
        filled_entries: 0,
        published_entries: 0,
        left: [{ entry_id: bad, locales: ['en'], reason: expect.stringContaining('rank') }],
      },
    ]);

    await push('headline: s.text(), title: s.text(), rank: s.integer()');
    const third = await at.stele('fill', 'posts.headline:title');
    expect([third.code, third.stderr]).toEqual([0, '']);
    expect(await live(bad)).toEqual({ en: { headline: 'Two', title: 'Two' } });
    const fourth = await at.stele('fill', 'posts.headline:title', '--json');
    expect([fourth.code, JSON.parse(fourth.stdout)]).toEqual([
      0,
      { filled_entries: 0, published_entries: 0, left: [] },
    ]);
  });

  it('fills drafts with unpublished changes without publishing them, and names those entries', async () => {
    await push('headline: s.text({ localized: true }), text: s.text({ localized: true })');
    const edited = await published({ en: { headline: 'One' }, de: { headline: 'Eins' } });
    await edit(edited, 'de', { text: 'Entwurf' });
    const rewritten = await published({ en: { headline: 'Two' } });
    await push(
      'headline: s.text({ localized: true }), title: s.text({ localized: true }), text: s.text({ localized: true })',
    );
    await edit(rewritten, 'en', { title: 'By hand' });

    for (const [filled, sent] of [
      [1, 1],
      [0, 0],
    ]) {
      const run = await at.stele('fill', 'posts.headline:title', '--json');
      expect([run.code, run.stderr]).toEqual([1, '']);
      const { left, ...counts } = JSON.parse(run.stdout);
      expect(counts).toEqual({ filled_entries: filled, published_entries: sent });
      expect(left).toHaveLength(2);
      expect(left).toEqual(
        expect.arrayContaining([
          { entry_id: edited, locales: ['de'], reason: expect.stringContaining('unpublished changes') },
          { entry_id: rewritten, locales: ['en'], reason: expect.stringContaining('unpublished changes') },
        ]),
      );
    }
    expect(await live(edited)).toEqual({ en: { headline: 'One', title: 'One' }, de: { headline: 'Eins' } });
    expect(await draft(edited)).toMatchObject({ de: { headline: 'Eins', title: 'Eins', text: 'Entwurf' } });
    expect(await live(rewritten)).toEqual({ en: { headline: 'Two' } });

    await at.project.api.post(`${at.entries}/${edited}/publish`, { locales: ['de'] });
    await at.project.api.post(`${at.entries}/${rewritten}/publish`, { locales: ['en'] });
    expect((await at.stele('fill', 'posts.headline:title')).code).toBe(0);
  });

  it('leaves an edit to the next import as one, and fills beside it', async () => {
    await push('headline: s.text(), text: s.text()');
    const line = (text: string) =>
      `${JSON.stringify({ collection: 'posts', external_id: 'a', values: { en: { headline: 'One', text } } })}\n`;
    await at.place.write('content.jsonl', line('imported'));
    expect((await at.stele('import', 'content.jsonl')).code).toBe(0);
    const { id } = (await at.project.api.get(`${at.entries}/by-external-id/posts/a`)).body;
    await edit(id, 'en', { text: 'By hand' });
    await push('headline: s.text(), title: s.text(), text: s.text()');
    expect((await at.stele('fill', 'posts.headline:title')).code).toBe(1);
    await at.place.write('content.jsonl', line('imported anew'));
    const again = await at.stele('import', 'content.jsonl');
    expect([again.code, again.stdout]).toEqual([3, expect.stringContaining('--overwrite-edits')]);
    expect(await draft(id)).toEqual({ en: { headline: 'One', title: 'One', text: 'By hand' } });
    expect(await live(id)).toEqual({ en: { headline: 'One', text: 'imported' } });
  });

  it('names entries in the trash that lack the value, since it is lost with the old field', async () => {
    await push('headline: s.text()');
    const trashed = await published({ en: { headline: 'One' } });
    const empty = await published({ en: {} });
    await published({ en: { headline: 'Two' } });
    for (const id of [trashed, empty]) await at.project.api.delete(`${at.entries}/${id}`);
    await push('headline: s.text(), title: s.text()');
    const run = await at.stele('fill', 'posts.headline:title');
    expect([run.code, run.stderr, run.stdout]).toEqual([
      1,
      '',
      `Filled posts.title of 1 entry, and published 1 entry.
Left: 1 entry without posts.title in the draft or in the live content.
  ${trashed} (en): It is in the trash. Restore it and fill again, or its value is lost when headline is removed.
`,
    ]);
    await at.project.api.post(`${at.entries}/${trashed}/restore`, {});
    expect((await at.stele('fill', 'posts.headline:title')).code).toBe(0);
    expect(await draft(trashed)).toEqual({ en: { headline: 'One', title: 'One' } });
  });

  it('takes empty lists, rich text without text and blank text for no value', async () => {
    const texts = { from: 's.list(s.text())', to: 's.list(s.text())', empty: [], value: ['x'] };
    const empty = { type: 'doc', content: [{ type: 'paragraph' }] };
    const rich = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }] };
    const cases = [
      texts,
      { from: 's.richtext()', to: 's.richtext()', empty, value: rich },
      { from: 's.text()', to: 's.text()', empty: ' ', value: 'x' },
    ];
    let fields = '';
    for (const [index, { from, to }] of cases.entries()) fields += `old${index}: ${from}, new${index}: ${to}, `;
    await push(fields);
    for (const [index, { empty: none, value }] of cases.entries()) {
      const [before, after] = [`old${index}`, `new${index}`];
      const lacking = await published({ en: { [before]: value, [after]: none } });
      const nothing = await published({ en: { [before]: none } });
      const run = await at.stele('fill', `posts.${before}:${after}`);
      expect([run.code, run.stdout]).toEqual([0, `Filled posts.${after} of 1 entry, and published 1 entry.\n`]);
      expect(await live(lacking)).toEqual({ en: { [before]: value, [after]: value } });
      expect(await live(nothing)).toEqual({ en: { [before]: none } });
    }
  });

  it('fills what locales share with the value that they agree on, and names entries whose locales differ', async () => {
    await push('headline: s.text({ localized: true })');
    const same = await published({ en: { headline: 'One' }, de: { headline: 'One' } });
    const single = await published({ en: { headline: 'Two' }, de: {} });
    const apart = await published({ en: { headline: 'Three' }, de: { headline: 'Drei' } });
    await push('headline: s.text({ localized: true }), title: s.text()');
    const run = await at.stele('fill', 'posts.headline:title', '--json');
    expect([run.code, JSON.parse(run.stdout)]).toEqual([
      1,
      {
        filled_entries: 2,
        published_entries: 2,
        left: [{ entry_id: apart, locales: ['de', 'en'], reason: expect.stringContaining('one value for all') }],
      },
    ]);
    const both = (title: string) => ({ headline: title, title });
    expect(await live(same)).toEqual({ en: both('One'), de: both('One') });
    expect(await live(single)).toEqual({ en: both('Two'), de: { title: 'Two' } });
    expect(await live(apart)).toEqual({ en: { headline: 'Three' }, de: { headline: 'Drei' } });
    await edit(apart, 'en', { title: 'Three' });
    await at.project.api.post(`${at.entries}/${apart}/publish`, { locales: ['en', 'de'] });
    expect((await at.stele('fill', 'posts.headline:title')).code).toBe(0);
  });

  it('fills each locale with the value that they share', async () => {
    await push('headline: s.text(), text: s.text({ localized: true })');
    const id = await published({ en: { headline: 'One', text: 'a' }, de: { text: 'b' } });
    await push('headline: s.text(), title: s.text({ localized: true }), text: s.text({ localized: true })');
    expect((await at.stele('fill', 'posts.headline:title')).code).toBe(0);
    const filled = { headline: 'One', title: 'One' };
    expect(await live(id)).toEqual({ en: { ...filled, text: 'a' }, de: { ...filled, text: 'b' } });
  });

  it('says in sentences why a value could not be filled', async () => {
    await push('headline: s.text()');
    const id = await published({ en: { headline: 'Far too long' } });
    await push('headline: s.text(), title: s.integer()');
    const run = await at.stele('fill', 'posts.headline:title');
    expect([run.code, run.stderr]).toEqual([1, '']);
    const reason = run.stdout.split('\n').find((line) => line.includes(id));
    expect(reason).toMatch(new RegExp(`^  ${id} \\(en\\): values\\.en\\.title: [A-Z].*\\.$`));
  });

  it('ends with the failure when the API fails, and takes up the rest when it is run again', {
    tags: ['full'],
  }, async () => {
    await push('headline: s.text()');
    const ids = [await published({ en: { headline: 'One' } }), await published({ en: { headline: 'Two' } })];
    await push('headline: s.text(), title: s.text()');
    for (const ending of ['/draft', '/bulk']) {
      const proxy = await startProxy(at.app.url, (request, response) => {
        if (!request.url?.endsWith(ending)) return false;
        response.writeHead(503, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { code: 'unavailable', message: 'Down.' } }));
        return true;
      });
      const run = await at.place.run(['fill', 'posts.headline:title'], { STELE_URL: proxy.url });
      await proxy.close();
      expect([run.code, run.stdout, run.stderr]).toEqual([2, '', expect.stringContaining('503 unavailable: Down.')]);
      expect(new Set(proxy.requests.filter((one) => one.endsWith(ending))).size).toBe(1);
    }
    expect((await at.stele('fill', 'posts.headline:title')).code).toBe(0);
    expect(await Promise.all(ids.map(live))).toEqual([
      { en: { headline: 'One', title: 'One' } },
      { en: { headline: 'Two', title: 'Two' } },
    ]);
  });

  it('publishes no edit that somebody makes in between', async () => {
    await push('headline: s.text(), text: s.text()');
    const [one, two] = [await published({ en: { headline: 'One' } }), await published({ en: { headline: 'Two' } })];
    await push('headline: s.text(), title: s.text(), text: s.text()');
    let isEdited = false;
    const proxy = await startProxy(at.app.url, async (request) => {
      if (request.url?.endsWith('/bulk') && !isEdited) {
        isEdited = true;
        await edit(two, 'en', { text: 'Not finished' });
      }
      return false;
    });
    const run = await at.place.run(['fill', 'posts.headline:title'], { STELE_URL: proxy.url });
    await proxy.close();
    expect([run.code, run.stdout]).toEqual([
      1,
      expect.stringContaining(`${two} (en): Someone changed it in the meantime. Fill again.`),
    ]);
    expect(await live(one)).toEqual({ en: { headline: 'One', title: 'One' } });
    expect(await live(two)).toEqual({ en: { headline: 'Two' } });
  });

  describe('with somebody in between', () => {
    let proxy: Awaited<ReturnType<typeof startProxy>>;
    let conflicted: string | null;

    beforeEach(async () => {
      conflicted = null;
      proxy = await startProxy(at.app.url, async (request) => {
        const id = /entries\/(ent_\w+)\/draft$/.exec(request.url ?? '')?.[1];
        if (request.method === 'PATCH' && id !== undefined && conflicted === null) {
          conflicted = id;
          await edit(id, 'en', { headline: 'Meanwhile' });
        }
        return false;
      });
    });
    afterEach(() => proxy.close());

    it('publishes many entries at once, and goes on after a draft that it could not save', async () => {
      await push('headline: s.text()');
      const ids = [];
      for (const headline of ['One', 'Two', 'Three', 'Four']) ids.push(await published({ en: { headline } }));
      await push('headline: s.text(), title: s.text()');
      const run = await at.place.run(['fill', 'posts.headline:title', '--json'], { STELE_URL: proxy.url });
      expect([run.code, JSON.parse(run.stdout)]).toEqual([
        1,
        {
          filled_entries: 3,
          published_entries: 3,
          left: [{ entry_id: conflicted, locales: ['en'], reason: expect.stringContaining('in the meantime') }],
        },
      ]);
      expect(ids).toContain(conflicted);
      const publishing = proxy.requests.filter((one) => /\/(publish|bulk)$/.test(one));
      expect(publishing).toEqual([`POST /v1${at.entries}/bulk`]);
      const versions = await Promise.all(ids.filter((id) => id !== conflicted).map(live));
      expect(versions).toEqual(
        versions.map(() => ({ en: { headline: expect.any(String), title: expect.any(String) } })),
      );
    });
  });

  it('says how to name the fields, where they are none or the same', async () => {
    await push('headline: s.text(), title: s.text()');
    const how = 'Write collection.old:new (npx stele fill posts.headline:title): the values of old go into new.';
    for (const fields of ['posts.headline', 'posts:title', 'posts.seo.headline:title', '']) {
      const { code, stderr } = await at.stele('fill', fields);
      expect([code, stderr]).toEqual([2, `"${fields}" doesn't name two fields of a collection. ${how}\n`]);
    }
    const { code, stderr } = await at.stele('fill', 'posts.title:title');
    expect([code, stderr]).toEqual([2, `"posts.title:title" names the same field twice. ${how}\n`]);
  });
});
