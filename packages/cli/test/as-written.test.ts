import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { inexactNumbers } from '@stele/schema';
import type { LooseBody } from '@stele/testing/api-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachConnected, said } from './support/connected.ts';

const at = eachConnected({ locales: ['en'] });
const FIELDS = [
  'title: s.text({ localized: true }), n: s.number(), data: s.json(), next: s.reference("things"), version: s.text()',
  'kind: s.select({ options: ["1.10", "true"] }), kinds: s.multiselect({ options: ["007", "010"] })',
  'path: s.slug(), tags: s.list(s.text()), parts: s.object({ code: s.text() }), body: s.markdown({ localized: true })',
].join(', ');

beforeEach(() => at.push({ things: FIELDS }));

async function put(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(at.place.folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  return name;
}
const entry = async (name: string): Promise<LooseBody> =>
  (await at.project.api.get(`${at.entries}/by-external-id/things/${name}`)).body;
const names = async (): Promise<string[]> =>
  (await at.project.api.get(`${at.entries}?limit=100`)).body.data
    .map(({ external_id, status }: LooseBody) => `${external_id} ${status}`)
    .sort();
const line = (name: string, fields = ''): string =>
  `{"collection":"things","external_id":"${name}","values":{"en":{"title":"${name}"${fields}}}}`;
const front = (yaml: string): string => `---\ntitle: A\n${yaml}\n---\nText\n`;

describe('numbers of JSON lines', () => {
  it.each([
    ['"n":9007199254740993', 'n', 'it would become 9007199254740992'],
    ['"n":1e400', 'n', 'it is too large'],
    ['"data":{"ids":[1,1234567890123456789]}', 'data.ids.1', 'it would become 1234567890123456800'],
    ['"n":0.12345678901234567890', 'n', 'it would become 0.12345678901234568'],
  ])('that would become others fail their line: %s', async (fields, place, why) => {
    const next = ',"next":{"$entry":["things","last"]}';
    await put('a.jsonl', [line('first', next), line('big', `,${fields}`), line('last')].join('\n'));
    const dry = await at.stele('import', 'a.jsonl', '--dry-run');
    expect([dry.code, dry.stdout]).toEqual([2, expect.stringContaining('2 to create')]);
    const run = await at.stele('import', 'a.jsonl');
    expect([run.code, run.stdout]).toEqual([2, expect.stringContaining(`a.jsonl:2, things/big, values.en.${place}: `)]);
    expect(run.stdout).toContain(why);
    expect(await names()).toEqual(['first published', 'last published']);
    expect((await entry('first')).values.en.next).toBe((await entry('last')).id);
  });

  it.each([
    '1',
    '-0.5',
    '1.10',
    '1e3',
    '1E+2',
    '0.1',
    '100000000000000000000',
    '5e-324',
    '9007199254740992',
    '[0.30, -0]',
  ])('stay, however they are written: %s', (source) => {
    expect([...inexactNumbers(`{"a \\" 1e999":${source},"b":"1e400"}`)]).toEqual([]);
  });
});

it('lines that cannot be read fail by their numbers, and the others are imported', async () => {
  const wrong = [
    '{"slug": ',
    '{"collection":"things","values":{"en":{}}}',
    '[1]',
    '{"external_id":"x","values":{"en":{}}}',
  ];
  const more = [line('live').replace(/}$/, ',"live":1}'), line('order').replace(/}$/, ',"order":0}')];
  await put('a.jsonl', [line('first'), ...wrong, ...more, line('last')].join('\n'));
  const run = await at.stele('import', 'a.jsonl');
  expect([run.code, run.stderr]).toEqual([2, '']);
  for (const number of [2, 3, 4, 5, 6, 7]) expect(run.stdout).toContain(`  a.jsonl:${number}`);
  expect(run.stdout).toContain('a.jsonl:6, things/live: It has a "live"');
  expect(await names()).toEqual(['first published', 'last published']);
});

describe('lines that are no text of JSON', () => {
  it.each<[string, string | Buffer, string]>([
    ['in another encoding than UTF-8', Buffer.from(line('caf\xe9'), 'latin1'), "It isn't text in UTF-8."],
    ['cut off', line('cut').slice(0, -2), "It isn't JSON. Expected "],
    ['with a number for a slug', '{"collection":"things","slug":1,"values":{}}', "Its slug isn't text."],
    [
      'with a number for a name',
      '{"collection":"things","external_id":7,"values":{}}',
      "Its external_id isn't text. Write it in quotes.",
    ],
  ])('fail alone: %s', async (_what, odd, why) => {
    const lines = [line('käfer'), odd, line('last')];
    await put('a.jsonl', Buffer.concat(lines.flatMap((one) => [Buffer.from(one), Buffer.from('\n')])));
    const run = await at.stele('import', 'a.jsonl');
    expect([run.code, run.stdout]).toEqual([2, expect.stringMatching(/\n {2}a\.jsonl:2\W/)]);
    expect(run.stdout).toContain(why);
    expect(await names()).toEqual(['käfer published', 'last published']);
  });
});

describe('front matter', () => {
  it('keeps the text of unquoted values in fields of text', async () => {
    const yaml = `version: 1.10\nkind: 1.10\nkinds: [007, 010]\npath: 0123\nparts: { code: 0x1F }\ndata: { 01: true }`;
    await put('posts/a.md', front(`${yaml}\ntags: [007, 1e3, 0x1F, 12345678901234567890, +49, .inf, True]`));
    await put('posts/b.md', front('version: 12345678901234567890\nkind: true\ntags: 00.50'));
    expect(said(await at.stele('import', 'posts', '--as', 'things'))).toEqual([0, '']);
    expect((await entry('a')).values.en).toMatchObject({
      version: '1.10',
      kind: '1.10',
      kinds: ['007', '010'],
      path: '0123',
      parts: { code: '0x1F' },
      data: { '01': true },
      tags: ['007', '1e3', '0x1F', '12345678901234567890', '+49', '.inf', 'True'],
    });
    expect((await entry('b')).values.en).toMatchObject({
      version: '12345678901234567890',
      kind: 'true',
      tags: ['00.50'],
    });
  });

  it('identifies entries by what stands there', async () => {
    await put('posts/a.md', front('number: 007'));
    expect((await at.stele('import', 'posts', '--as', 'things', '--id', 'number')).code).toBe(0);
    expect((await entry('007')).values.en.title).toBe('A');
  });

  it.each([
    ['n: 9007199254740993', 'n', 'it would become 9007199254740992'],
    ['n: 1e400', 'n', 'it is too large'],
    ['n: .inf', 'n', '.inf is no number'],
    ['n: -.INF', 'n', '-.INF is no number'],
    ['n: .nan', 'n', '.nan is no number'],
    ['data: { ids: [1, 1234567890123456789] }', 'data.ids.1', 'it would become 1234567890123456800'],
    ['data: { most: .inf }', 'data.most', '.inf is no number'],
  ])('fails by name for a number that would become another: %s', async (yaml, place, why) => {
    await put('posts/bad.md', front(yaml));
    await put('posts/good.md', front('n: 0x1F\ndata: { n: 1.50 }'));
    const run = await at.stele('import', 'posts', '--as', 'things');
    expect([run.code, run.stdout]).toEqual([2, expect.stringContaining(`things/bad, values.en.${place}: `)]);
    expect(run.stdout).toContain(why);
    expect(await names()).toEqual(['good published']);
    expect((await entry('good')).values.en).toMatchObject({ n: 31, data: { n: 1.5 } });
  });

  it('that contains itself fails its file only', async () => {
    await put('posts/bad.md', front('data: &all { self: *all }'));
    await put('posts/good.md', front('n: 1'));
    const run = await at.stele('import', 'posts', '--as', 'things');
    expect([run.code, run.stdout]).toEqual([
      2,
      expect.stringContaining('things/bad: The front matter of posts/bad.md'),
    ]);
    expect(await names()).toEqual(['good published']);
  });

  it('with numbers that are no plain ones makes fields of text', async () => {
    await put('site/a.md', front('zip: 01234\nprice: 4.50\nkey: 12345678901234567890'));
    await put('site/b.md', front('zip: 99999\nprice: 5\nkey: 1'));
    await rm(path.join(at.place.folder, 'stele.config.ts'));
    const run = await at.stele('init', '--from', 'site', '--as', 'shops');
    expect(run.code, run.stderr).toBe(0);
    const config = await readFile(path.join(at.place.folder, 'stele.config.ts'), 'utf8');
    for (const field of ['zip: text(', 'price: number(', 'key: text(']) expect(config).toContain(field);
  });
});

it('a config and migrations in JSON are refused for numbers that would become others', async () => {
  const { schema } = (await at.project.api.get(`/projects/${at.project.id}/schema`)).body;
  const exact = JSON.stringify(schema).replace('"key":"n"', '"key":"n","max":123456789012345678');
  await put('stele.config.json', exact.replace('123456789012345678', '9007199254740993'));
  const config = await at.stele('diff', '--config', 'stele.config.json');
  expect(said(config)).toEqual([
    2,
    expect.stringMatching(/^stele\.config\.json, collections\.0\.fields\.1\.max: The number 9007/),
  ]);
  await put('m.json', '[{"kind":"set_default","path":["things","n"],"value":1e400}]');
  const push = await at.stele('push', '--yes', '--migrate', 'm.json');
  expect(said(push)).toEqual([2, 'm.json, 0.value: The number 1e400 cannot be held exactly; it is too large.\n']);
});

describe('files with a byte order mark and Windows line ends', () => {
  const windows = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`;

  it.each(['a.jsonl', 'a.jsonl.gz'])('are read as content: %s', async (name) => {
    const text = windows(`${line('one')}\n${line('two')}\n`);
    await put(name, name.endsWith('.gz') ? gzipSync(text) : text);
    expect(said(await at.stele('import', name))).toEqual([0, '']);
    expect(await names()).toEqual(['one published', 'two published']);
  });

  it('are read as Markdown, and say the same as without', async () => {
    const plain = '---\ntitle: A\nversion: |\n  one\n  two\n---\n# Heading\n\nText\n\nMore\n';
    await put('posts/a.md', windows(plain));
    await put('posts/b.md', windows('# Only a heading\n'));
    expect(said(await at.stele('import', 'posts', '--as', 'things'))).toEqual([0, '']);
    expect((await entry('a')).values.en).toMatchObject({ version: 'one\ntwo\n', body: '# Heading\n\nText\n\nMore' });
    expect((await entry('b')).values.en.title).toBe('Only a heading');
    await put('posts/a.md', plain);
    expect((await at.stele('import', 'posts', '--as', 'things')).stdout).toContain(' 0 changed, 2 unchanged');
  });

  it('are read as configs, migrations, descriptions of assets and variables', async () => {
    const { schema } = (await at.project.api.get(`/projects/${at.project.id}/schema`)).body;
    await put('stele.config.json', windows(JSON.stringify(schema, null, 2)));
    expect(said(await at.stele('diff', '--config', 'stele.config.json'))).toEqual([0, '']);
    await put(
      'other.config.ts',
      windows(
        `import * as s from '@stele/schema';\nexport default s.defineConfig({ collections: [s.collection({ key: 'things', fields: { ${FIELDS} } })] });\n`,
      ),
    );
    expect(said(await at.stele('diff', '--config', 'other.config.ts'))).toEqual([0, '']);
    await put('m.json', windows('[\n{"kind":"drop","path":["things","n"]}]'));
    expect((await at.stele('diff', '--config', 'stele.config.json')).code).toBe(0);
    const push = await at.stele('push', '--yes', '--config', 'stele.config.json', '--migrate', 'm.json');
    expect(push.stderr).not.toContain("isn't JSON");
    await put('content.jsonl', line('one'));
    const asset = {
      name: `ast_${'a'.repeat(40)}`,
      sha256: 'a'.repeat(64),
      filename: 'a.png',
      mime: 'image/png',
      bytes: 1,
    };
    await put('assets/assets.jsonl', windows(`${JSON.stringify({ ...asset, alt_text: {}, folder: [] })}\n`));
    expect((await at.stele('import', 'content.jsonl', '--assets', 'assets')).stderr).toContain(
      'The file of a.png is missing',
    );
    await put('.env', windows(`STELE_URL=${at.app.url}\nSTELE_TOKEN=${at.project.tokens.admin}\n`));
    const own = await at.place.run(['tokens', 'me'], { STELE_URL: '', STELE_TOKEN: '' });
    expect(said(own)).toEqual([0, '']);
  });
});
